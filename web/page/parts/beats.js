/**
 * A step's story in three beats, after a command that draws: the shares grow, the line cuts, the pushes decide, and the
 * winner moves into the text. It takes less than a second, any key or press ends it, and it is not told where the
 * reader wants less motion. Nothing else on the page moves by itself.
 */

// In milliseconds: from when to when.
const BEATS = [
  ['.picture.softmax', [0, 240], { clipPath: ['inset(-4px 100% -4px -4px)', 'inset(-4px -4px -4px -4px)'] }],
  ['.picture.cut', [180, 420], { clipPath: ['inset(-4px -4px 100% -4px)', 'inset(-4px -4px -4px -4px)'] }],
  ['.picture.race', [400, 660], { clipPath: ['inset(-4px 100% -4px -4px)', 'inset(-4px -20px -4px -4px)'] }],
  ['tbody tr[data-pick]', [600, 740], { backgroundColor: ['transparent', 'var(--pick)'] }],
  ['.letter[data-now], .would:not([hidden])', [620, 780], { opacity: [0, 1], translate: ['0 0.6em', '0 0'] }],
];

const isStill = matchMedia('(prefers-reduced-motion: reduce)');
let running = [];

/** Tell it once the page shows the step. */
export function tellStep(root) {
  skip();
  if (isStill.matches || document.hidden) return;
  running = BEATS.flatMap(([selector, [from, to], frames]) =>
    [...root.querySelectorAll(selector)].map((node) =>
      node.animate(frames, { delay: from, duration: to - from, fill: 'backwards', easing: 'ease-out' }),
    ),
  );
}

function skip() {
  for (const animation of running) animation.finish();
  running = [];
}

for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, skip, { capture: true });
