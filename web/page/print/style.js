/** How sheets look: black on white, for A4 and Letter alike. They are seen on paper alone. */
export const styles = `
@page {
  margin: 12mm;
}
@media screen {
  .sheets {
    display: none;
  }
}
body[data-widens] {
  overflow: hidden;
}
@media print {
  body[data-prints] > .app {
    display: none;
  }
  body[data-prints] {
    background: #fff;
  }
  .sheets {
    --paper: #fff;
    --tint: #fff;
    --ink: #000;
    --ink-soft: #333;
    --line: #bbb;
    --edge: #555;
    --chance: #444;
    --luck: #000;
    --pick: #fff;
    --chance-tint: #eee;
    color: #000;
    background: #fff;
    font-size: 10.5pt;
    line-height: 1.3;
  }
  .sheet {
    break-after: page;
    max-width: 180mm;
  }
  .sheet:last-child {
    break-after: auto;
  }
  .sheet > h2 {
    font-size: 16pt;
    margin-bottom: 3mm;
  }
  .sheet h3 {
    margin: 0 0 1mm;
    font-size: 12pt;
    font-weight: 600;
  }
  .sheet-item {
    break-inside: avoid;
    margin-bottom: 5mm;
  }
  .sheet > p {
    margin-bottom: 3mm;
  }
  .sheet-item p {
    margin-bottom: 1mm;
  }
  .sheet-ask {
    font-weight: 600;
  }
  .sheet-text,
  .sheet-token,
  .sheet-number {
    font-family: var(--mono);
  }
  .sheet-name {
    display: flex;
    gap: 2mm;
    margin-bottom: 3mm;
  }
  .sheet-line {
    flex: 1;
    border-bottom: 1px solid #000;
  }
  .sheet-boxes {
    list-style: none;
    padding: 0;
  }
  .sheet-boxes li {
    display: flex;
    gap: 2.5mm;
    margin: 1mm 0;
  }
  .sheet-box {
    flex: none;
    width: 4.2mm;
    height: 4.2mm;
    border: 1.5px solid #000;
    text-align: center;
    line-height: 3.6mm;
  }
  .sheet-shares {
    width: 120mm;
    margin-bottom: 2mm;
  }
  .sheet-shares :is(th, td) {
    height: 4.2mm;
    padding: 0;
    border: 0;
    font-size: 10pt;
    line-height: 1;
  }
  .sheet-shares th {
    width: 34mm;
  }
  .sheet-number {
    width: 16mm;
  }
  .sheet-track {
    position: relative;
    display: block;
    height: 3mm;
    border-left: 1px solid #000;
  }
  .sheet-bar {
    position: absolute;
    inset-block: 0;
    background: #777;
    print-color-adjust: exact;
    -webkit-print-color-adjust: exact;
  }
  .slips {
    display: grid;
    grid-template-columns: repeat(4, 1fr);
  }
  .slip {
    display: grid;
    align-content: space-between;
    height: 19mm;
    padding: 2mm 3mm;
    border: 1px dashed #000;
    break-inside: avoid;
  }
  .slip b {
    font: 600 15pt var(--mono);
  }
  .sheet-step {
    max-width: none;
    zoom: 0.7;
    print-color-adjust: exact;
    -webkit-print-color-adjust: exact;
  }
  .sheet-step :is(.would, .track-name, .cursor, .room .detail) {
    display: none;
  }
  .sheet-step .sentence {
    margin-top: 5mm;
  }
  body:not([data-hides]) .sheet-step tr[data-pick] {
    outline: 2px solid #000;
    outline-offset: -2px;
  }
  .sheet-step button {
    border: 0;
    color: #000;
    text-decoration: none;
  }
}
`;
