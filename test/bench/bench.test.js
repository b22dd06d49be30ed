/**
 * The benchmark times what it says: the stages and the shortcut draw what `sample` draws, and the rows have their
 * shapes.
 */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { makeRow, policy, shapes } from './rows.mjs';
import { loadStages } from './stages.mjs';

const VOCABULARIES = [65, 1000, 20_000];

const bench = suite('bench');

bench('softmax, cut and draw one after the other, and the total, draw the ids that sample draws', async () => {
  const nucleus = await load();
  const stagesOf = await loadStages(Math.max(...VOCABULARIES));
  for (const vocabulary of VOCABULARIES) {
    for (const shape of shapes) {
      const row = makeRow(shape, vocabulary);
      const stages = stagesOf(row);
      stages.softmax();
      stages.cut();
      for (let seed = 0; seed < 20; seed++) {
        const id = nucleus.sample(row, { ...policy, seed });
        assert.is(stages.draw(seed), id, `${shape}, ${vocabulary} ids, seed ${seed}`);
      }
      let certain = 0;
      for (let seed = 0; seed < 20; seed++) {
        assert.is(stages.total(seed), nucleus.sample(row, { ...policy, seed }));
        certain += stages.certain(seed);
      }
      assert.ok(
        vocabulary < 8193 ? certain === 0 : certain > 15,
        `${certain} of 20 certain: ${shape}, ${vocabulary} ids`,
      );
    }
  }
});

bench('four ids of a peaked row are kept, some of a middling one, half of a flat one', async () => {
  const nucleus = await load();
  const [peaked, mid, flat] = shapes.map(
    (shape) => nucleus.inspect(makeRow(shape, 50_257), { ...policy, seed: 0 }).kept,
  );
  assert.is(peaked, 4);
  assert.ok(mid > 100 && mid < 5000, `${mid}`);
  assert.ok(flat > 20_000 && flat < 30_000, `${flat}`);
});

bench.run();
