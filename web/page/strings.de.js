/** Every word the page says, in German, under the names of strings.js. The model's own texts stay as they are. */

import { spoken, thousands } from './format.js';

export const numbers = { decimal: ',', thousands: '.', endless: 'unendlich ×', vast: 'über eine Million ×' };

export const quote = (text) => `„${text}“`;

export const units = { letter: ['Buchstabe', 'Buchstaben'], token: ['Token', 'Token'] };
const counted = (count, [one, many]) => `${thousands(count)} ${count === 1 ? one : many}`;

export const speech = {
  capital: (letter) => `großes ${letter}`,
  byte: (digits) => `Byte ${digits}`,
  character: (code) => `Zeichen ${code}`,
  control: (name) => `Steuerzeichen ${name}`,
  number: (id) => `Token Nummer ${id}`,
  times: (count, word) => `${count} Mal ${word}`,
  marks: {
    ' ': 'Leerzeichen',
    '\n': 'neue Zeile',
    '·': 'Leerzeichen',
    '⏎': 'neue Zeile',
    '␍': 'Wagenrücklauf',
    '⇥': 'Tabulator',
    3: 'drei',
  },
  signs: {
    '.': 'Punkt',
    ',': 'Komma',
    ':': 'Doppelpunkt',
    ';': 'Strichpunkt',
    '!': 'Ausrufezeichen',
    '?': 'Fragezeichen',
    '-': 'Bindestrich',
    '–': 'Gedankenstrich',
    '—': 'langer Strich',
    _: 'Unterstrich',
    '"': 'Anführungszeichen',
    '“': 'öffnendes Anführungszeichen',
    '”': 'schließendes Anführungszeichen',
    "'": 'Apostroph',
    '’': 'Apostroph',
    '`': 'Gravis',
    '(': 'Klammer auf',
    ')': 'Klammer zu',
    '[': 'eckige Klammer auf',
    ']': 'eckige Klammer zu',
    '{': 'geschweifte Klammer auf',
    '}': 'geschweifte Klammer zu',
    '<': 'kleiner als',
    '>': 'größer als',
    '/': 'Schrägstrich',
    '\\': 'umgekehrter Schrägstrich',
    '|': 'senkrechter Strich',
    '*': 'Stern',
    '#': 'Raute',
    '&': 'Und-Zeichen',
    '%': 'Prozent',
    '@': 'At',
    '=': 'gleich',
    '+': 'plus',
    '~': 'Tilde',
    '^': 'Zirkumflex',
    $: 'Dollarzeichen',
  },
};

export const header = {
  title: (token) => `Warum schrieb es ${token}?`,
  wordTitle: (word) => `Warum sagte es ${word}?`,
  openTitle: 'Was schreibt es als Nächstes?',
  scene: {
    hand: 'Wie werden Gewichte zu einer Wahl?',
    yours: 'Warum schrieb dein Modell das?',
    order: 'Welcher Schnitt kommt zuerst?',
    tree: 'Zahlt sich der wahrscheinlichste Schritt aus?',
  },
  lead: (count, unit) =>
    count === 0
      ? ''
      : `Ein Sprachmodell gibt jedem von ${counted(count, unit)} einen Anteil, behält die wahrscheinlichen und lost eines aus.`,
  move: (count) => (count === 0 ? '' : ' Bewege die Regler: gleiche Werte, gleiches Glück.'),
  start: 'Los: sechs kurze Kapitel',
  openLab: 'Das ganze Labor öffnen',
  closeLab: 'Labor schließen',
  leave: 'Verlassen',
  menu: 'Menü',
  copyLink: 'Link kopieren',
  copyFrame: 'Als Rahmen kopieren',
  copyProgram: 'Als PyTorch kopieren',
  copyNode: 'Als JavaScript kopieren',
  saveScores: 'Werte speichern',
  print: { questions: 'Fragen drucken', slips: 'Zettel zum Würfeln drucken', step: 'Diesen Schritt drucken' },
  lesson: 'Lektion & Quiz',
  other: { name: 'English', lang: 'en', address: './?lang=en' },
  theme: { auto: 'Farben: wie das Gerät', light: 'Farben: hell', dark: 'Farben: dunkel' },
};

export const lab = {
  title: 'Das Labor',
  worlds: 'Was zu sehen ist',
  world: {
    words: 'Wörter',
    model: 'Buchstaben',
    yours: 'Dein eigener Schritt',
    hand: 'Gewichte 4 2 1 1',
    order: 'Folge der Schnitte',
    tree: 'Baum in zwei Schritten',
  },
  compare: 'Zwei Texte vergleichen',
  compareTitle: 'Von hier an soll eines anders sein:',
  compareBy: { temperature: 'Temperatur 1,50', topP: 'kein Schnitt (top-p 1)', luck: 'anderes Glück' },
  uncompare: 'Wieder ein Text',
  progress: 'das Modell wird geladen',
  badge: {
    waiting: 'aufgezeichnete Schritte',
    loading: 'aufgezeichnete Schritte',
    ready: 'das Modell läuft hier',
    failed: 'aufgezeichnete Schritte · kein Modell',
    blocked: 'aufgezeichnete Schritte · kein Modell',
  },
};

export const terms = {
  logit: {
    word: 'Wert',
    more: 'Was das Modell von jedem Kandidaten hält, auch Logit genannt: irgendeine Zahl, höher ist wahrscheinlicher. Die Temperatur teilt ihn. Nichts auf dieser Seite ändert ihn.',
  },
  softmax: {
    word: 'Anteil',
    more: 'Softmax macht aus Werten Anteile, die zusammen 100 % sind: e hoch Wert ÷ T, geteilt durch die Summe von allen.',
  },
  mass: {
    word: 'Laufende Summe',
    more: 'Die Anteile, von oben nach unten addiert; was eine Gruppe zusammen hat, heißt auch ihre Masse. Der Schnitt behält so wenige, wie top-p erreichen, das überschreitende eingeschlossen.',
  },
  after: {
    word: 'Nach dem Schnitt',
    more: 'Der Anteil nach dem Schnitt. Was weggeschnitten ist, hat keinen. Die anderen werden durch ihre Summe geteilt und sind wieder zusammen 100 %. Das ist die Chance beim Ziehen.',
  },
  push: {
    word: 'Chance × Schub',
    more: 'Die Ziehung ist ein Rennen. Das Glück gibt jedem Kandidaten einen Schub, 1 ÷ eine Zufallszahl. Das größte Chance × Schub gewinnt. Ein langer Pfeil nach rechts ist ein starker Schub. Die Regler ändern ihn nie.',
  },
  bits: {
    word: 'Bit',
    more: 'Die Entropie sagt, wie offen die Wahl ist. 1 Bit ist eine faire Wahl aus 2, 2 Bit aus 4, 3 Bit aus 8.',
  },
  seed: {
    word: 'Seed',
    more: 'Die Zahl, aus der das Glück jedes Schritts gemacht wird: gleicher Seed, gleiches Glück. Schritt n nimmt Seed + n.',
  },
};

export const text = {
  title: 'Text',
  track: ['A', 'B'],
  trackTitle: (name) => `Spur ${name} ansehen`,
  title_: (step) => `zu Schritt ${step}`,
  would: 'die Regler würden schreiben',
  promptChange: 'Einen eigenen Anfang schreiben',
  promptLabel: 'Prompt: womit der Text beginnt',
  promptApply: 'Mit diesem Prompt beginnen',
  promptEmpty: 'Keines dieser Zeichen kennt das Modell.',
  promptHint:
    'Das Modell kennt 65 Zeichen: Buchstaben, Leerzeichen, neue Zeile und einige Satzzeichen. Andere fallen weg.',
  waiting: (status) =>
    ({
      failed:
        'Dieser Text braucht das richtige Modell, und es ließ sich nicht laden. Lade die Seite neu; die aufgezeichneten Schritte gehen ohne es.',
      blocked:
        'Dieser Text braucht das richtige Modell, das hier nicht laufen kann: Browser oder Rahmen lassen der Seite keinen Worker. Die aufgezeichneten Schritte, die Szenen und die Lektion gehen ohne es.',
    })[status] ?? 'Dieser Text braucht das richtige Modell, das noch unterwegs ist.',
  forced: (step) => `Schritt ${step} wurde von Hand gesetzt.`,
  rowWaiting: (isVain) =>
    isVain
      ? 'Die Werte dieses Schritts waren nicht zu bekommen. Lade die Seite neu.'
      : 'Die Werte dieses Schritts sind unterwegs.',
  source:
    'Aufgezeichnet: SmolLM2-135M-Instruct von Hugging Face (Apache-2.0), quantisiert auf Q4_1, Werte auf ein Byte gerundet.',
  context: (seen, all) => `Das Modell liest die letzten ${seen} der ${all} Buchstaben davor.`,
  scenes: {
    hand: 'Vier Buchstaben mit den Gewichten 4, 2, 1, 1. Ihre Werte sind die Logarithmen der Gewichte, in jedem Schritt gleich.',
    order: 'Drei Buchstaben mit den Chancen 0,60, 0,25 und 0,15: Ist es egal, welcher Schnitt zuerst kommt?',
    tree: 'Zwei Buchstaben nacheinander. A führt am Anfang, aber was auf A folgt, ist weniger sicher als was auf B folgt.',
  },
  weights: (now, temperature) => `Temperatur ${temperature} macht aus den Gewichten 4 2 1 1: ${now.join(' ')}.`,
};

export const yours = {
  title: 'Dein eigener Schritt',
  lead: 'Öffne einen Schritt deines eigenen Modells. Nichts verlässt dieses Gerät, und ein Link trägt nur die Einstellungen.',
  box: 'Füge die logprobs einer Antwort ein, Zeilen aus Token und Wahrscheinlichkeit oder ein JSON-Array von Werten',
  example: ' Paris 0.41\n Lyon 0.07',
  paste: 'Eingefügtes öffnen',
  files: 'oder öffne Dateien: safetensors, .npy oder JSON, und eine tokenizer.json daneben',
  reading: 'wird gelesen',
  cancel: 'Abbrechen',
  cancelled: 'Abgebrochen.',
  blocked: 'Dateien lassen sich hier nicht öffnen: Der Browser oder der Rahmen lässt der Seite keinen Worker.',
  namesAlone: 'Das sind Namen von Token: Öffne sie zusammen mit einer Datei von Werten.',
  empty: 'Noch ist nichts geöffnet.',
  partial: (count, rest, isOfAll) =>
    `Nur ${count} Token wurden gemeldet; der Rest hatte ${rest}. ${isOfAll ? 'Bei T = 1 sind es Anteile an allen Token' : 'Bei diesem T sind es Anteile unter den gemeldeten'}, und über das Glück lässt sich nichts sagen.`,
  recorded:
    'Die Regler ziehen hier ein anderes Token, als im Text steht: Spätere Werte gehören zum Text, wie er aufgezeichnet wurde.',
};

export const futures = {
  title: 'Wie es mit demselben Glück weitergehen kann',
  lines: {
    cold: () => 'Kalt 0,20',
    yours: (temperature) => `Du ${temperature}`,
    hot: () => 'Heiß 1,80',
  },
  recorded: { drawn: 'Gezogen 0,80', cold: 'Kalt 0,00', hot: 'Heiß 1,40' },
  choose: (name) => `${name}: das schreiben und dort weitermachen`,
  chooseRecorded: (name) => `${name}: diesen aufgezeichneten Text ansehen`,
  fork: 'ab hier anders als gezogen',
  waiting: (status) => (status === 'failed' ? 'nicht ohne das Modell' : 'wartet auf das Modell'),
};

export const controls = {
  title: 'Regler und Schritte',
  temperature: { label: 'Temperatur', hint: 'teilt die Werte' },
  topP: { label: 'Top-p', hint: 'behält so viel' },
  topK: { label: 'Top-k', hint: 'behält so viele' },
  off: 'aus',
  one: 'T = 1',
  oneTitle: 'Temperatur auf 1 stellen, die Anteile des Modells selbst',
  more: 'top-k',
  moreTitle: 'Den Regler für top-k zeigen',
  back: 'Zurück',
  step: 'Schritt',
  play: 'Start',
  pause: 'Pause',
  seed: 'Seed',
  again: 'Neu ziehen',
  againTitle: 'Ein Rennen mit neuem Glück',
  repeat: (times) => `${thousands(times)} Ziehungen`,
  consequence: (name, value, kept, unit, token) =>
    `${name} ${value}, ${counted(kept, unit)} behalten, gezogen ${spoken(token)}`,
  value: (name, value) => `${name} ${value}`,
};

export const ribbon = {
  caption: 'Glück zieht',
  summary: (segments) =>
    segments.length === 1
      ? `Mit diesem Glück zieht jede Stellung „${spoken(segments[0].letter)}“.`
      : `Mit diesem Glück: ${segments.map(({ letter, from, to }) => `„${spoken(letter)}“ von ${from} bis ${to}`).join(', ')}.`,
};

export const table = {
  letter: ([one]) => one,
  stages: 'Welches Bild zu sehen ist',
  stageNames: ['1 Temperatur', '2 Schnitt', '3 Ziehung'],
  heads: [
    (temperature) => (temperature === '0,00' ? ', alles beim obersten' : ` bei T ${temperature}`),
    (temperature, topP, k) =>
      `${k === 0 || temperature === '0,00' ? '' : ` der besten ${k}`}${topP === '1,00' ? ', kein Schnitt' : `, Schnitt bei ${topP}`}`,
    (temperature, isRepeated) => (isRepeated ? ': Siege' : temperature === '0,00' ? ': keine Ziehung' : ''),
  ],
  baseline: 'Umriss: wie gezogen',
  pinned: 'Umriss: gemerkt',
  raceAxis: 'Strich: Chance, Pfeil: Schub',
  winsAxis: (per) => `Balken: erwartet, Punkt: ${per === 1 ? 'ein Sieg' : `${per} Siege`}`,
  caption: ({ step, state, letters, unit: [, many] }) =>
    `Schritt ${step}: ${thousands(letters.length)} ${many}, Wert ÷ T → Anteil → sortieren → schneiden → neu teilen → ziehen mit Seed ${state.settings.seed} + ${step}`,
  row: (name) => `${name}: vergleichen oder in den Text setzen`,
  rowTitle: 'vergleichen oder in den Text setzen',
  pick: '★ gezogen',
  forced: '⚑ von Hand',
  won: (times) => thousands(times),
  expected: (times) => `erw. ${thousands(times)}`,
  gap: (count, [one, many]) => `… ${thousands(count)} ${count === 1 ? one : many}`,
  rest: 'der Rest, nicht gemeldet',
  noTotal: '–',
  noScore: '–',
  behind: 'dahinter',
  notRacing: 'nicht im Rennen',
  greedyPick: 'ohne Ziehung',
  pushed: (push) => `Schub ${push}, Chance × Schub`,
  cutStates: { kept: [''], crossing: ['bleibt', ', überschreitet p'], out: ['weg'], 'top-k': ['weg', ' durch top-k'] },
  all: (count, [, many]) => `Alle ${thousands(count)} ${many} zeigen`,
  fewer: ([, many]) => `Weniger ${many} zeigen`,
  search: 'Ein Token suchen',
  axis: 'Achse der Anteile',
  axes: { fit: 'für diesen Schritt vergrößert', full: '0 bis 100 %', log: 'logarithmisch' },
  force: (name) => `${name} in den Text setzen`,
  repeated: (token, won, times, expected) =>
    `${token} gewann ${thousands(won)} von ${thousands(times)} Ziehungen, erwartet ${thousands(expected)}.`,
};

export const changed = {
  title: 'In Worten',
  pin: 'Hiermit vergleichen',
  unpin: 'Mit der Ziehung vergleichen',
  restore: 'Zurück zur Ziehung',
  nothingMoved: 'Noch ist nichts bewegt.',
  seed: 'Seed',
  sameLuck: 'gleiche Werte, gleiches Glück',
  newLuck: 'gleiche Werte, neues Glück',
  top: () => 'Ganz oben: ',
  has: ' mit ',
  stays: ' bleibt bei ',
  count: (count, [one, many]) => (count === 1 ? ` ${one}` : ` ${many}`),
  entropy: 'Entropie',
  bits: { term: 'bits' },
  effective: ([, many]) => ` effektive ${many}`,
  kept: 'Behalten: ',
  asBefore: (count, [one, many]) => (count === 1 ? ` ${one}, wie vorher` : ` ${many}, dieselben`),
  keptBecause: {
    temperature: (isMore) =>
      isMore
        ? ' (top-p behält mehr, weil T die Anteile angleicht)'
        : ' (top-p behält weniger, weil T die Anteile schärft)',
    greedy: (isMore) => (isMore ? ' (über T = 0 haben andere eine Chance)' : ' (T = 0 nimmt nur das oberste)'),
    topP: (isMore) => (isMore ? ' (ein höheres top-p behält mehr)' : ' (ein kleineres top-p behält weniger)'),
    topK: (isMore) => (isMore ? ' (ein höheres top-k behält mehr)' : ' (ein kleineres top-k behält weniger)'),
  },
  holding: ', Masse ',
  added: ': dazu ',
  dropped: ': weg ',
  more: (count) => ` und ${thousands(count)} weitere`,
  pick: 'Gezogen: ',
  unchanged: 'Gezogen wie vorher: ',
  drawn: '',
  greedy: () => ' hat den höchsten Wert: T = 0 nimmt es. ',
  chance: ' gewann: Chance ',
  times: ' × Schub ',
  beat: ', mehr als ',
  with: ', ',
  because: ': ',
  becauseLuck: ', weil das Glück neu ist',
  becauseGreedy: () => ', weil T = 0 das oberste nimmt',
  becauseRace: () => ': über T = 0 wird gelost, und ',
  becauseRaceEnd: ' gewinnt',
  isCut: ' wird nicht mehr behalten',
  isKept: ' wird jetzt behalten und gewinnt',
  leadBeats: ' hat nun einen Vorsprung, der stärker ist als das Glück von ',
  luckBeats: ' hat nun ein Glück, das stärker ist als der Vorsprung von ',
  leadEnd: '',
  luckEnd: '',
  flipsAt: (name) => `Die Ziehung kippt bei ${name} = `,
  then: ' und ',
  wouldFlip: 'Sie würde kippen ',
  above: 'über T = ',
  below: 'unter T = ',
  or: ' oder ',
  noFlip: 'Keine Temperatur auf dem Regler würde sie kippen.',
};

export const ratio = {
  focusHint: () => 'Wähle in der Tabelle eine Zeile zum Vergleich mit der obersten. Das Zeichen · ist ein Leerzeichen.',
  isTop: (top) => `„${top}“ hat den höchsten Wert: Es führt bei jeder Temperatur.`,
  noRatio: (letter) => `„${letter}“ hat hier keine Chance.`,
  ratio: (top, other, flat, now, temperature) =>
    temperature === '1,00'
      ? `„${top}“ ist bei T = 1 ${now} so wahrscheinlich wie „${other}“. T zu halbieren würde das quadrieren.`
      : `„${top}“ ist bei T = 1 ${flat} so wahrscheinlich wie „${other}“ und bei T = ${temperature} ${now}.`,
};

export const timeline = {
  title: 'Zeitachse',
  hint: ([, many]) =>
    `Balken: wie offen die Wahl war. Zahl: behaltene ${many}. ◆: gezogen wurde nicht das oberste. ⚑: von Hand gesetzt. Je dicker der Strich unter dem Text, desto weniger war es zu erwarten.`,
  label: 'Schritt zum Ansehen',
  key: 'Balken: wie offen, Zahl: behalten, ◆: nicht das wahrscheinlichste',
  many: '1k+',
  notTop: '◆',
  forced: '⚑',
  only: (step) => `Schritt ${step}`,
  at: (step, letter, entropy, kept, note) => `Schritt ${step}, ${letter}, ${entropy} Bit, ${kept} behalten${note}`,
  isForced: ', von Hand gesetzt',
  isNotTop: ', nicht das oberste',
};

export const foot = {
  offline: {
    waiting: '',
    kept: 'Offline aufbewahrt: Wörter, Buchstaben und Lektion gehen jetzt ohne Netz.',
    impossible: 'Hier nicht offline aufbewahrt.',
  },
};

export const status = {
  copied: 'Link kopiert.',
  nodeCopied: 'JavaScript-Programm kopiert: Es liest die Datei, die „Werte speichern“ gibt.',
  saved: (file, steps) => `${file}: die Werte von ${steps} ${steps === 1 ? 'Schritt' : 'Schritten'}.`,
  programCopied: 'PyTorch-Programm kopiert.',
  copyFailed: 'Kopieren ist hier nicht erlaubt. Der Text steht im Kasten: Kopiere ihn von Hand.',
  copyTitle: 'Von Hand kopieren',
  close: 'Schließen',
  theme: (name) => `${name}.`,
  found: (count) => (count === 0 ? 'Kein solches Token.' : `${count} Token gefunden.`),
  notYet: 'Nicht, bevor das richtige Modell da ist.',
  notHere:
    'Diese Wörter wurden aufgezeichnet: Das Modell, das sie schrieb, ist nicht hier und kann von keinem anderen Wort weiterschreiben. Bei den Buchstaben schreibt ein Modell selbst.',
  branched: (step) => `Spur B geht ab Schritt ${step} mit den Reglern weiter, wie sie stehen.`,
  repeated: (times) => `${thousands(times)} Mal gezogen.`,
  playing: 'Läuft.',
  paused: 'Angehalten.',
  prompt: 'Ein neuer Text beginnt mit deinem Prompt.',
};

export const chapter = {
  title: (number, count, key) => `${number} von ${count}: ${chapterTitles[key]}`,
  place: 'Kapitel',
  titles: () => chapterTitles,
  goOn: (number) => `Weiter: Kapitel ${number}`,
  loading: 'Unterwegs.',
  failed: 'Die Kapitel waren nicht zu bekommen: Bitte lade neu.',
};

const chapterTitles = {
  shares: 'Anteile',
  temperature: 'Temperatur',
  cut: 'Der Schnitt',
  draw: 'Die Ziehung',
  writing: 'Schreiben',
  yours: 'Eigene Worte',
};

export const chapters = {
  link: (number, title, isDone) => `Kapitel ${number}: ${title}${isDone ? ', fertig' : ''}`,
  question: 'Erst vermuten: ',
  right: 'Richtig. ',
  wrong: 'Diesmal nicht. ',
  waiting: (status, isCutShort) =>
    isCutShort
      ? 'Die Werte für diese Frage waren nicht zu bekommen: Lade die Seite neu.'
      : ['failed', 'blocked'].includes(status)
        ? 'Diese Frage braucht das richtige Modell, das nicht hier ist: Lies weiter, oder komm mit Netz wieder.'
        : 'Die Werte für diese Frage sind unterwegs.',
  saying: 'Man hört: ',
  show: 'Zeig es mir',
  back: 'Zurück zur Frage',
  next: (title) => `Weiter: ${title}`,
  again: 'Von vorn',
  score: (right, count) => `Du hast ${right} von ${count} richtig vermutet.`,
  unanswered: (count) => ` ${count} ${count === 1 ? 'Frage ist' : 'Fragen sind'} noch offen.`,
  whole: 'Das ganze Labor öffnen',
  own: 'Einen Schritt des eigenen Modells öffnen',
  text: {
    shares:
      'Nach jedem Wort bewertet ein Sprachmodell jedes Token, das es kennt, und macht aus den Werten Anteile. Zusammen sind sie 100 %. Mehr als den Text bisher hat es nicht.',
    temperature:
      'Die Temperatur teilt die Werte, bevor sie Anteile werden. Unter 1 gewinnen die wahrscheinlichen Token; über 1 rücken die Anteile zusammen. Die Werte selbst bleiben.',
    cut: 'Top-p addiert die Anteile von oben und hält an, sobald sie p erreichen. Was danach kommt, fällt weg. Das Token, das p überschreitet, bleibt.',
    draw: 'Was bleibt, läuft ein Rennen. Das Glück gibt jedem Token einen Schub, und das größte Chance × Schub gewinnt. Der Seed bestimmt das Glück, und kein Regler ändert es.',
    writing:
      'Der Sieger kommt in den Text, und das Modell bewertet neu. Dieses kleinere Modell schreibt Buchstaben, gleich hier. So ändert jede Ziehung, was als Nächstes gefragt wird.',
    yours:
      'Schreibe einen Anfang, wähle die Temperatur, und lass es schreiben. Bei T = 1 sind es die Anteile des Modells selbst.',
  },
  ask: {
    shares: ({ top }) => `Wie groß ist nach „The capital of France is“ der Anteil von ${top}?`,
    temperature: ({ count }) =>
      `Bei T = 1 und ohne Schnitt kann jedes der ${count} Token gezogen werden. Wie viele bei T = 2?`,
    cut: ({ before, topP }) => `Als es London zog, behielt top-p ${topP} ${before} Token. Wie viele behält es hier?`,
    draw: () => 'Chance × Schub: Wer gewinnt dieses Rennen?',
    writing: ({ drawn, put }) =>
      `Hier hat die Ziehung „${drawn}“ geschrieben. Setze „${put}“ an die Stelle, mit gleichen Reglern und gleichem Glück. Was folgt?`,
    yours: () => 'Derselbe Anfang, zweimal bei T = 1, das zweite Mal mit anderem Seed. Was schreibt es?',
  },
  choice: {
    shares: {
      all: () => '100 %: Es weiß die Antwort',
      most: () => 'Das meiste, aber nicht alles',
      even: ({ count }) => `1 von ${count}, wie jedes Token`,
    },
    temperature: {
      more: () => 'Mehr: Hitze gibt mehr Möglichkeiten',
      same: () => 'So viele wie vorher',
      fewer: () => 'Weniger',
    },
    cut: {
      same: ({ before }) => `Wieder ${before}: p ist ja gleich`,
      part: ({ part, percent }) => `${part}: ${percent} aller Token`,
      more: ({ before }) => `Mehr als ${before}: Hier ist es weniger sicher`,
    },
    draw: (id, { racers }) => `${racers[id].name}: ${racers[id].chance} × ${racers[id].push}`,
    writing: {
      planned: () => 'Dieselben Buchstaben: Der Text war geplant',
      shifted: () => 'Dieselben Buchstaben, eine Stelle später',
      another: () => 'Andere Buchstaben: Jeder Schritt liest, was dasteht',
    },
    yours: {
      same: () => 'Denselben Text: T = 1 ist neutral',
      order: () => 'Dieselben Buchstaben in anderer Folge',
      another: () => 'Einen anderen Text',
    },
  },
  explain: {
    shares: ({ top, share, others, third, thirdShare }) =>
      `${top} hat ${share}. Die anderen ${others} Token haben den Rest, ${third} davon ${thirdShare}. Das Modell bewertet, was gewöhnlich folgt; es schlägt nichts nach.`,
    temperature: ({ after, top, second, shares, seconds }) =>
      `Beide Male ${after}: Hitze bringt kein Token dazu. ${top} fällt von ${shares[0]} auf ${shares[1]}, ${second} von ${seconds[0]} auf ${seconds[1]}: näher beisammen, in derselben Reihenfolge.`,
    cut: ({ kept, first, held, heldBefore, topP }) =>
      `${kept}. Hier haben die ${first} wahrscheinlichsten ${held} und dort ${heldBefore}: Bis ${topP} braucht es mehr Token. Top-p behält wenige, wo das Modell sicher ist, und viele, wo nicht.`,
    draw: ({ winner, top, isTop }) =>
      `${winner.name}: ${winner.chance} × ${winner.push} = ${winner.score}${isTop ? '' : `, und ${top.name} hat ${top.score}`}. Ein wahrscheinliches Token hat einen Vorsprung, mehr nicht.`,
    writing: ({ put, old, fresh }) =>
      `Gezogen ging es mit „${old}“ weiter, und nach „${put}“ geht es mit „${fresh}“ weiter. Nichts war geplant: Jeder Buchstabe wird aus dem gezogen, was davor steht.`,
    yours: ({ seeds, texts }) =>
      `Seed ${seeds[0]} schreibt „${texts[0]}“, Seed ${seeds[1]} „${texts[1]}“. T = 1 lässt die Anteile, wie sie sind; gelost wird trotzdem.`,
  },
  mistake: {
    true: [
      'Ein großer Anteil heißt, dass es stimmt.',
      'In diesem Datum, das nichts beantwortet, hat der Bindestrich fast alles: Üblich ist nicht wahr.',
    ],
    accurate: [
      'T = 0 gibt die richtige Antwort.',
      'Bei T = 0 nahm es jedes Mal das wahrscheinlichste Token und schrieb ein Datum.',
    ],
    after: [
      'Der Anteil ist die Chance beim Ziehen.',
      'Nur ohne Schnitt. Nach dem Schnitt werden die behaltenen Anteile durch ihre Summe geteilt: siehe letzte Spalte.',
    ],
    likeliest: [
      'Das wahrscheinlichste Token muss gewinnen.',
      'Von 1.000 Ziehungen gewinnt es etwa seine Chance: Alle anderen gewinnen auch.',
    ],
    creative: [
      'Ein heißes Modell ist kreativ.',
      'Bei T 1,4 und ohne Schnitt hat es das geschrieben. Selten ist nicht neu.',
    ],
    learns: [
      'Es lernt aus dem, was es schreibt.',
      'Zwei Texte wurden geschrieben, und die Werte des ersten Schritts sind dieselben. Es zählt nur der Text vor einem Schritt.',
    ],
  },
};

export const sheets = {
  questions: 'Sechs Fragen: erst vermuten',
  answers: 'Antworten',
  name: 'Name',
  because: 'Das denke ich, weil',
  slipsTitle: 'Zettel für einen Würfel mit zehn Seiten',
  slipsHow:
    'Schneidet an den gestrichelten Linien. Der Text ist „The capital of France is“. Würfelt: Geschrieben wird das Token, auf dessen Zettel die Zahl steht. Würfelt auch mit den kälteren und den heißeren Zetteln: Die Reihenfolge bleibt. Lasst die letzten Zettel weg: Das ist der Schnitt, und andere Zahlen werden neu gewürfelt.',
  slips: {
    plain: 'Zu Beginn',
    cold: 'Kälter',
    hot: 'Heißer',
    blank: 'Für das nächste Token: selbst beschriften',
  },
  sides: (from, to) => (from === to ? `Wurf ${from}` : `Wurf ${from} bis ${to}`),
  sidesBlank: 'Wurf ___ bis ___',
};

export const beliefs = {
  options: [
    'Eine höhere Temperatur gibt mehr Möglichkeiten.',
    'Jedes Token hatte von Anfang an einen Anteil. Es sind gleich viele, mit anderen Anteilen; ein Schnitt kann mehr von ihnen durchlassen.',
  ],
  few: [
    'Es wählt aus ein paar Wörtern.',
    'Ohne Schnitt sind alle 49.152 Token im Rennen, die meisten mit Anteilen weit unter 0,1 %.',
  ],
  plans: [
    'Es hat den ganzen Satz im Kopf.',
    'Ein Buchstabe von Hand gesetzt, und der Rest des Textes ist ein anderer.',
  ],
  same: ['T = 1 schreibt jedes Mal dasselbe.', 'Zwei Seeds, zwei Texte. Nur T = 0 oder derselbe Seed wiederholt sich.'],
  nothing: [
    'Ich habe den Regler bewegt, und nichts ist passiert.',
    'Die Anteile haben sich bewegt. Ein Token hat hier fast alles, darum ändert keine Temperatur die Ziehung.',
  ],
  letters: [
    'ChatGPT arbeitet mit Buchstaben.',
    'Große Modelle ziehen Token, ganze Wörter oder Stücke davon, wie hier. Die Schritte sind dieselben.',
  ],
};

export const lesson = {
  title: 'Lektion',
  intro:
    'Ein Sprachmodell gibt jedem Buchstaben einen Wert. Drei Schritte machen aus den Werten einen Buchstaben: Die Temperatur macht Anteile daraus, der Schnitt lässt die wahrscheinlichen übrig, und eine Ziehung wählt einen. Dann kommt der Buchstabe in den Text, und das Modell bewertet den nächsten.',
  scenesTitle: 'Kleine Szenen zum Nachrechnen',
  scenes: {
    weights: 'Gewichte 4, 2, 1, 1',
    tree: 'Der Baum in zwei Schritten',
    topP: 'Welcher Schnitt zuerst?',
    recorded: 'Der aufgezeichnete Text',
  },
  questionsTitle: 'Was Leute fragen',
  questions: [
    {
      ask: 'Warum wurde nicht der wahrscheinlichste Buchstabe gezogen?',
      answer:
        'Weil ein Buchstabe gezogen und nicht ausgesucht wird. Ein Buchstabe mit 35 % verliert in 65 von 100 Fällen. Bild 3 zeigt, wie diese Ziehung ging: Der blaue Strich ist die Chance, ein Vorsprung; der Pfeil ist das Glück, und ein langer nach rechts kann den besten Vorsprung schlagen.',
      show: { unlikely: 'Zeig mir so einen Schritt' },
    },
    {
      ask: 'Ich bewege die Temperatur, und nichts passiert. Ist es kaputt?',
      answer:
        'Die Anteile bewegen sich, aber die Ziehung ändert sich nur dort, wo das Band unter dem Regler den Buchstaben wechselt. Bei top-k 1, einem winzigen top-p oder einem Buchstaben, der fast alles hat, kann keine Temperatur sie ändern.',
      show: { sure: 'Zeig es mir' },
    },
    {
      ask: 'Was bedeutet die Zahl am Temperaturregler?',
      answer:
        'Jeder Wert wird vor dem Softmax durch sie geteilt. Bei 1 sind es die Anteile des Modells selbst. Bei 0,5 wird jedes Verhältnis zweier Buchstaben quadriert, bei 2 wird es zu seiner Wurzel. Bei 0 wird der oberste Buchstabe genommen.',
      show: { colder: 'Zeig mir 0,5', hotter: 'Zeig mir 2' },
    },
    {
      ask: 'Ist eine niedrige Temperatur wahrer und eine hohe kreativer?',
      answer:
        'Weder noch. Kalt ist nicht wahr, und heiß ist nicht kreativ: Der Regler weiß nichts von Wahrheit oder Ideen. Er bestimmt nur, wie viel die wahrscheinlichen Buchstaben gegenüber den anderen gewinnen.',
    },
    {
      ask: 'Was ist der Unterschied zwischen top-k und top-p?',
      answer:
        'Top-k behält eine feste Zahl von Buchstaben. Top-p behält so viele, wie für einen Anteil p nötig sind: wenige, wo das Modell sicher ist, viele, wo nicht. Sind beide an, kommt top-k zuerst.',
      show: { keepsFew: 'Ein sicherer Schritt', keepsMany: 'Ein offener Schritt' },
    },
    {
      ask: 'Was sind Entropie und effektive Buchstaben?',
      answer:
        'Entropie misst in Bit, wie offen die Wahl ist. 3 Bit sind so offen wie eine faire Wahl aus 8 Buchstaben, also sagen wir 8 effektive Buchstaben. Sie misst Streuung und nicht Güte.',
    },
    {
      ask: 'Arbeiten Chatbots so?',
      answer:
        'Die Schritte sind dieselben, die Stücke nicht. Große Modelle ziehen Token, Wortstücke aus einer Liste von etwa 100.000, dieses kleine Modell einen von 65 Buchstaben. Es hat nur Shakespeare gelesen, und es schreibt Text weiter: Es beantwortet nichts.',
    },
    {
      ask: 'Würde PyTorch dieselben Buchstaben ziehen?',
      answer:
        'Ja, auf der CPU: Das Rezept hier ist das von PyTorch, mit 32-Bit-Zahlen und einem neuen Generator mit Seed + Schritt. Geprüft mit den x86-64-Wheels 2.7.1, 2.8.0, 2.10.0, 2.13.0 und 2.14.1. GPUs und manche älteren Wheels ziehen anders. „Als PyTorch kopieren“ gibt dir das Programm.',
    },
  ],
  alwaysTitle: 'Was immer gilt',
  always: [
    'Die Temperatur ändert nie die Reihenfolge der Buchstaben.',
    'Eine höhere Temperatur senkt nie die Entropie und nie die Zahl der behaltenen Buchstaben.',
    'Ein höheres top-p senkt nie die Zahl der behaltenen Buchstaben.',
    'Das Glück eines Schritts ist dasselbe, wie auch immer die Regler stehen: Nur Schritt und ein neuer Seed ändern es.',
  ],
  quizTitle: 'Prüfe dich selbst',
  quizHint: 'Antworte im Kopf, dann klappe auf.',
  quiz: [
    {
      ask: 'Ein Modell liefert Werte für jede Stelle des Textes, eine Spalte je Buchstabe. Welche davon ziehen den nächsten Buchstaben?',
      answer:
        'Die Zeile der letzten Stelle, logits[:, -1, :]. Sie wurde aus allem davor berechnet. Die früheren Zeilen sagen Buchstaben voraus, die der Text schon hat.',
    },
    {
      ask: 'Du senkst die Temperatur, aber nicht auf null. Was bewegt sich, und was bleibt?',
      answer:
        'Die Anteile bewegen sich: Der oberste Buchstabe gewinnt, und die Entropie fällt. Die Werte, die Reihenfolge der Buchstaben, das Glück und die Gewichte des Modells bleiben.',
      show: { cold: 'Zeig es mir' },
    },
    {
      ask: 'Top-k ist 1. Was bleibt dem Zufall?',
      answer:
        'Nichts. Nur der beste Wert bleibt, und unter gleichen die kleinere Id. Temperatur und Seed sind dann egal: Es ist der Buchstabe, den T = 0 nimmt.',
      show: { topOne: 'Zeig es mir' },
    },
    {
      ask: 'Die laufende Summe überschreitet p mitten in einem Buchstaben. Wird der behalten?',
      answer:
        'Ja. Die behaltenen Buchstaben müssen p erreichen, und ohne diesen fehlt etwas. Wo schon der erste Buchstabe p überschreitet, bliebe ohne ihn nichts.',
      show: { crossing: 'Zeig es mir' },
    },
    {
      ask: 'Gewichte 4, 2, 1 und 1: Was sind die Chancen bei T = 0,5?',
      answer:
        'Die halbe Temperatur quadriert die Gewichte: 16, 4, 1 und 1 von 22. Das macht 73 %, 18 %, 4,5 % und 4,5 %.',
      show: { colder: 'Zeig es mir' },
    },
    {
      ask: 'Ein Prompt von 130 Buchstaben, ein Modell, das höchstens 128 liest, zwei neue Buchstaben: Wie viel liest es, und wie lang ist der Text?',
      answer:
        'Es liest beide Male 128 Buchstaben, und der Text hat am Ende 132. Kürzen verkürzt, was das Modell liest, und nie den Text.',
      show: { long: 'Zeig es mir (braucht das richtige Modell)' },
    },
    {
      ask: 'Warum kann man den wahrscheinlichsten Text verfehlen, wenn man immer den wahrscheinlichsten Buchstaben nimmt?',
      answer:
        'Man schaut nie voraus. Im Baum führt A mit 0,600, aber sein bestes Ende hat 0,510: zusammen 0,306. B hat nur 0,400, aber dann 0,990: zusammen 0,396.',
      show: { tree: 'Zeig es mir' },
    },
    {
      ask: 'Wie vergleicht man zwei Arten zu ziehen fair?',
      answer:
        'Halte das Modell fest und nimm dieselben Prompts. Ziehe viele Texte mit mehreren Seeds und miss, was du vorher festgelegt hast. Ein schönes Beispiel beweist nichts, und nichts davon ist Training.',
    },
    {
      ask: 'Warum eval() aufrufen und dazu den Inference-Modus nehmen?',
      answer:
        'Sie tun Verschiedenes. eval() lässt Schichten wie Dropout so arbeiten, wie sie es außerhalb des Trainings sollen. Der Inference-Modus merkt sich nichts für Gradienten. Keines ersetzt das andere, und keines ändert ein Gewicht.',
    },
    {
      ask: 'Chancen 0,60, 0,25 und 0,15. Was behält top-p 0,7 allein, und was nach top-k 2?',
      answer:
        'Allein zwei Buchstaben, denn 0,60 reicht nicht. Nach top-k 2 werden die übrigen zwei auf 0,706 und 0,294 gebracht, und der erste allein erreicht 0,7: ein Buchstabe.',
      show: { topP: 'Top-p allein', topKFirst: 'Top-k zuerst' },
    },
  ],
  mistakesTitle: 'Sechs häufige Irrtümer',
  mistakes: [
    [
      'Die Temperatur ändert, was das Modell weiß.',
      'Sie formt die Chancen einer Ziehung um. Die Gewichte, alles, was das Modell weiß, sind vorher und nachher dieselben.',
    ],
    [
      'Top-k entfernt Unsinn.',
      'Es entfernt niedrige Ränge. Ein seltener richtiger Buchstabe kann wegfallen und ein beliebter falscher bleiben, denn die Rangfolge ist die des Modells.',
    ],
    [
      'Softmax wird von den Ids genommen.',
      'Eine Id benennt nur eine Spalte. Softmax wird von den Werten genommen; von Ids genommen, zöge es große Zahlen grundlos vor.',
    ],
    [
      'Das Modell lernt aus dem, was es schreibt.',
      'Was es schrieb, wird Kontext, also sind die nächsten Werte andere. Kein Gewicht ändert sich: Das wäre Training.',
    ],
    [
      'Derselbe Seed gibt überall denselben Text.',
      'Nur mit denselben Werten, Einstellungen, demselben Rezept und Zufallsgenerator. Ein anderes Gerät oder eine andere Version kann anders ziehen.',
    ],
    [
      'Das Budget neuer Buchstaben ist die Länge des Textes.',
      'Es zählt nur neue Buchstaben. Der Prompt kommt dazu, und ein Zeichen für das Ende kann den Text früher beenden.',
    ],
  ],
};

export const tree = {
  title: 'Der Baum beider Buchstaben',
  path: (first, second, a, b, product) => `${first}, dann ${second}: ${a} × ${b} = ${product}`,
  greedy: 'wo der gierige Weg endet',
  best: 'das wahrscheinlichste Paar',
};
