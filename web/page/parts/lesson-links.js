/** The states that the lesson's links open, by the names under which strings.js labels them. */

// The weights with a luck that the sliders can turn.
const WEIGHTS = 'scene=hand&seed=287&a=0:1,1,0,287';
const LINES = 130;

export const links = {
  weights: `#v=1&${WEIGHTS}`,
  colder: `#v=1&${WEIGHTS}&T=0.5`,
  hotter: `#v=1&${WEIGHTS}&T=2`,
  tree: '#v=1&scene=tree&T=0&a=0:0,1,0,1337',
  topP: '#v=1&scene=order&p=0.7',
  topKFirst: '#v=1&scene=order&p=0.7&k=2',
  recorded: '#',
  unlikely: '#v=1&',
  sure: '#v=1&T=1&p=0.9&step=11',
  keepsFew: '#v=1&p=0.9&step=3',
  keepsMany: '#v=1&p=0.9&step=30',
  cold: '#v=1&T=0.5',
  topOne: '#v=1&T=1.3&k=1',
  crossing: '#v=1&T=0.8&p=0.9&stage=2',
  long: `#v=1&prompt=${'%0A'.repeat(LINES)}&n=2&step=1&T=0&a=0:0,0.9,0,1337`,
};
