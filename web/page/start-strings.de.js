/** What the page says when it cannot start, in German, under the names of start-strings.js. */

const RELOAD = 'Lade die Seite neu.';

export const start = {
  unreachable: (file) => `${file} war nicht zu bekommen. ${RELOAD}`,
  refused: (file, status) => `${file} fehlt: Die Antwort war ${status}. ${RELOAD}`,
  wrong: (file, size) =>
    `${file} fehlt: Etwas anderes kam an seiner Stelle (${size} Bytes), wie es Filter, Anmeldeseiten und kaputte Uploads tun. ${RELOAD}`,
  late: (file) => `${file} ist noch nicht da: Das Netz hat angenommen und antwortet nicht.`,
  cannotRun: (file) => `${file} ist da, und dieser Browser führt es nicht aus.`,
  stopped: (message) => `Die Seite blieb beim Start stehen: ${message}`,
  fromDisk:
    'Diese Seite wurde als Datei von einem Laufwerk geöffnet, wo Browser sie keinen ihrer Teile lesen lassen. Sie braucht einen Webserver: npm start startet einen.',
  old: 'Dieser Browser ist zu alt für die Seite: Sie braucht Chromium 109, Firefox 115, Safari 16.4 oder neuer.',
  noWasm:
    'Dieser Browser führt kein WebAssembly aus, in dem jede Zahl der Seite berechnet wird: Es ist vielleicht abgeschaltet (der Blockierungsmodus tut das). Ein anderer Browser oder eine Einstellung hilft; neu laden nicht.',
  forbiddenWasm: (message) =>
    `Eine Richtlinie verbietet hier WebAssembly, in dem jede Zahl der Seite berechnet wird (${message}). Wer die Website oder diesen Computer betreut, kann es erlauben ('wasm-unsafe-eval'); neu laden hilft nicht.`,
  oldWasm:
    'Dem WebAssembly dieses Browsers fehlen Befehle, mit denen die Seite rechnet (SIMD): Sie braucht Chromium 91, Firefox 89, Safari 16.4 oder neuer auf einem Prozessor, der sie hat. Neu laden hilft nicht.',
  plain: (problem) => `Die Gestaltung der Seite fehlt, darum sieht sie schlicht aus. ${problem}`,
};

export const front = {
  lang: 'de',
  title: 'Warum sagte es London? Wie ein Sprachmodell sein nächstes Wort zieht',
  description:
    'Sieh, wie Temperatur, top-k, top-p und Glück aus den Werten eines Sprachmodells das nächste Wort machen.',
  heading: 'Warum sagte es London?',
  noScript: 'Diese Seite zeichnet ihre Bilder mit JavaScript und WebAssembly. Bitte schalte JavaScript ein.',
  late: (program) =>
    `Die Seite ist noch nicht gestartet. Bleibt das so, war ihr Programm (${program}) nicht zu bekommen oder kann hier nicht laufen.`,
  needs: (start) =>
    `Sie braucht JavaScript und WebAssembly, das eine Richtlinie der Website verbieten kann; einen Webserver, denn als Datei von einem Laufwerk geht sie nicht auf (${start} startet einen); und einen Browser ab Chromium 109, Firefox 115 oder Safari 16.4.`,
};
