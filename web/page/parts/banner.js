/** One line between text and sliders: what stands at this step, and what the sliders turn it into. */

import { element, setAttribute } from '../dom.js';
import { fixed2, topK } from '../format.js';
import { CONTEXT } from '../state.js';
import { banner as words } from '../strings.js';
import { createWords } from './words.js';

export function createBanner({ branch, restore, home }) {
  const message = element('p', { class: 'banner-message' });
  const unlessIdle =
    (run) =>
    ({ currentTarget }) =>
      currentTarget.ariaDisabled === 'true' || run();
  const branchButton = element(
    'button',
    { type: 'button', class: 'primary', onclick: unlessIdle(branch) },
    words.branch,
  );
  const restoreButton = element('button', { type: 'button', onclick: unlessIdle(restore) }, words.restore);
  const homeButton = element('button', { type: 'button', onclick: home }, words.home);
  const node = element('div', { class: 'banner' }, message, branchButton, restoreButton, homeButton);
  const draw = createWords(message);

  function render(view) {
    setAttribute(homeButton, 'hidden', view.world.name === 'model');
    // Always there, so that nothing on the page moves when a slider does.
    const isIdle = !view.isWhatIf || view.isPending;
    for (const button of [branchButton, restoreButton]) setAttribute(button, 'aria-disabled', String(isIdle));
    draw(partsOf(view), view.letters);
    node.classList.toggle('is-active', Boolean(view.isWhatIf || view.isShort || view.isPending));
  }

  return { node, render };
}

function partsOf({ isPending, isShort, isWhatIf, recorded, step, state, path, world }) {
  if (isPending || isShort) return [words.waiting(state.model.status)];
  const stands = { letter: recorded.id };
  if (world.name !== 'model') return [words.scenes[world.name]];
  if (recorded.forced !== undefined) return [words.forced(step), stands, '.'];
  if (!isWhatIf)
    return [
      words.recorded(step, described(recorded.settings, recorded.settings)),
      stands,
      '. ',
      ...remark(recorded, path, step),
    ];
  const [then, here] = [described(recorded.settings, state.settings), described(state.settings, recorded.settings)];
  return [words.whatIf(step, then, here), stands, '.'];
}

/** The settings that differ from the other's, or all where none does. */
function described(settings, other) {
  const all = [
    ['temperature', `T ${fixed2(settings.temperature)}`],
    ['topP', `p ${fixed2(settings.topP)}`],
    ['topK', `k ${topK(settings.topK)}`],
    ['seed', `${words.seed} ${settings.seed}`],
  ];
  const differing = all.filter(([key]) => settings[key] !== other[key]);
  return (differing.length > 0 ? differing : all).map(([, text]) => text).join(', ');
}

/** What is worth saying of a recorded step: that the model no longer reads all of the text, why the top letter was not picked, or how much was read. */
function remark({ look: { rank, order }, id }, { promptLength }, step) {
  const before = promptLength + step;
  if (rank > 0 && before <= CONTEXT)
    return [{ letter: order[0] }, words.likelier[0], { letter: id }, words.likelier[1]];
  return [words.context(Math.min(before, CONTEXT), before)];
}
