/**
 * Which of a step's tokens the table shows, and what lies between them.
 *
 * 49,152 rows are folded to at most 200: the likeliest, the one that crosses top-p, the pick, those that were searched
 * for; between them gaps with their count and mass. All masses are the core's numbers and differences of its running
 * totals: shown rows and gaps add to 1 within the rounding of float32.
 */

export const MOST_ROWS = 200;

/**
 * @typedef {object} Row a token that is shown
 * @property {'row'} kind
 * @property {number} id
 * @property {number} rank by probability before the cut, 0 is the top
 * @property {number} entry its place in the inspection's arrays `order`, `softmax`, `probabilities`, `luck`, `scores`,
 * `cumulative`
 *
 * @typedef {object} Gap tokens that are not shown
 * @property {'gap'} kind
 * @property {number} from rank of the first of them
 * @property {number} to rank of the last of them
 * @property {number} count how many they are, at least 1
 * @property {number} kept how many of them survive the cuts: the first of them
 * @property {number} mass what their shares (the softmax at T) add to; may round to 0 where they are all tiny
 * @property {number} keptMass what their shares after the cut add to; exactly 0 where `kept` is
 */

/**
 * Fold a step.
 *
 * @param {object} inspection `inspect(row, { …, nearest, include })`: what the cuts of the sliders leave
 * @param {object} [shares] where top-k is on, `inspect` of the same row at the same T without topK, with the same
 * `nearest`,
 *   and `include: inspection.order`: the running totals of all ids, which top-k hides. The inspection itself otherwise
 * @param {object} wanted
 * @param {number} wanted.vocabulary how many ids the row has
 * @param {number} [wanted.top] how many of the likeliest to show; at most `nearest` are known
 * @param {Iterable<number>} [wanted.include] ids to show as well, if the inspection has them
 * @param {Iterable<number>} [wanted.always] ids to show whatever else there is: the principals, unless they are secret
 * @returns {(Row | Gap)[]} by rank; at most MOST_ROWS rows. A gap of one token that the inspection has is shown as the
 * row
 */
export function fold(inspection, shares, { vocabulary, top = 24, include = [], always = principals(inspection) }) {
  const rows = shownRows(inspection, { top, include: new Set(include), always: new Set(always) }, vocabulary);
  const gap = gapsOf(inspection, shares ?? inspection);
  const folded = [];
  let above; // the row shown last
  for (const row of rows) {
    if (row.rank > (above?.rank ?? -1) + 1) folded.push(gap(above, row, row.rank - 1));
    folded.push(row);
    above = row;
  }
  if (above.rank < vocabulary - 1) folded.push(gap(above, undefined, vocabulary - 1));
  return folded;
}

/**
 * The ids that a picture must show whatever else it shows.
 *
 * @param {object} inspection
 * @returns {number[]} the pick and the crossing one, where there are such
 */
export function principals({ id, crossing }) {
  return [id, crossing].filter((each) => each >= 0);
}

function shownRows({ order, ranks }, { top, include, always }, vocabulary) {
  const known = Array.from(order, (id, entry) => ({ kind: 'row', id, rank: ranks[entry], entry }));
  known.sort((a, b) => a.rank - b.rank);
  const importance = ({ id, rank }) => (always.has(id) ? 0 : include.has(id) ? 1 : rank < top ? 2 : 3);
  const chosen = new Set(
    known
      .filter((row) => importance(row) < 3)
      .sort((a, b) => importance(a) - importance(b) || a.rank - b.rank)
      .slice(0, MOST_ROWS),
  );
  // A gap of one token takes as much room as the token.
  known.forEach((row, i) => {
    const isLoneGap =
      (i === 0 ? row.rank === 0 : isNeighbour(known[i - 1], row)) &&
      (i === 0 || chosen.has(known[i - 1])) &&
      (known[i + 1] ? isNeighbour(row, known[i + 1]) && chosen.has(known[i + 1]) : row.rank === vocabulary - 1);
    if (isLoneGap && chosen.size < MOST_ROWS) chosen.add(row);
  });
  return known.filter((row) => chosen.has(row));
}

const isNeighbour = (above, below) => below.rank === above.rank + 1;

/** @returns {(above?: Row, below?: Row, to: number) => Gap} makes the gap between two rows, up to rank `to` */
function gapsOf({ cumulative, probabilities, kept, keptMass }, shares) {
  const inShares = new Map(Array.from(shares.order, (id, entry) => [id, entry]));
  const shareTotal = (row) => shares.cumulative[inShares.get(row.id)];
  const share = (row) => shares.softmax[inShares.get(row.id)];
  const isKept = ({ rank }) => rank < kept;

  /** The mass before the cut is 1 in all; what follows the last row is the rest. */
  const massBetween = (above, below) =>
    (below ? shareTotal(below) - share(below) : 1) - (above ? shareTotal(above) : 0);

  /** The survivors' running totals end at keptMass, and the cut divides by it. */
  const keptBetween = (above, below) =>
    (below && isKept(below) ? cumulative[below.entry] / keptMass - probabilities[below.entry] : 1) -
    (above ? cumulative[above.entry] / keptMass : 0);

  return (above, below, to) => {
    const from = above ? above.rank + 1 : 0;
    const count = to - from + 1;
    const survivors = Math.min(Math.max(kept - from, 0), count);
    return {
      kind: 'gap',
      from,
      to,
      count,
      kept: survivors,
      mass: Math.max(massBetween(above, below), 0),
      keptMass: survivors === 0 ? 0 : Math.max(keptBetween(above, below), 0),
    };
  };
}
