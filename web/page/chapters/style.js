/** How a chapter's panel looks. Where it stands is in style.css, which comes before it. */
export const styles = `
.chapter {
  display: grid;
  gap: 0.6rem;
  align-content: start;
  padding-bottom: 0.6rem;
}
.chapter-places {
  display: flex;
  flex-wrap: wrap;
  gap: 0.45rem;
  list-style: none;
}
.chapter-places a {
  position: relative;
  display: grid;
  place-items: center;
  width: 2rem;
  height: 2rem;
  border: 1px solid var(--edge);
  border-radius: 50%;
  color: inherit;
  text-decoration: none;
}
.chapter-places a:hover {
  background: var(--tint);
}
.chapter-places [aria-current] {
  border: 2px solid var(--ink);
  font-weight: 600;
}
.tick[data-done]::after {
  content: '✓';
}
.tick {
  position: absolute;
  right: -0.15rem;
  bottom: -0.35rem;
  color: var(--chance);
  font-size: 1rem;
  line-height: 1.3;
}
:is(.chapter-ask, .chapter-on) {
  display: grid;
  gap: 0.6rem;
  justify-items: start;
  min-width: 0;
}
.chapter legend {
  padding: 0 0 0.5rem;
  font-weight: 600;
}
.mistake {
  padding-left: 0.8rem;
  border-left: 3px solid var(--luck);
}
.mistake b {
  font-style: italic;
}
.mistake button {
  min-height: 1.75rem;
  vertical-align: baseline;
}
.choices {
  display: flex;
  flex-wrap: wrap;
  gap: 0.4rem;
}
.choices button {
  min-height: 2.75rem;
  font-size: 1rem;
  text-align: left;
}
/* Once answered, what was chosen and what is true are left. */
[data-answered] .choices button:not([data-chosen], [data-true]) {
  display: none;
}
.app:not([data-beside]) [data-answered] .chapter-text {
  display: none;
}
.choices button[aria-disabled='true'] {
  border-style: solid;
  color: var(--ink);
}
.choices button[data-chosen] {
  border: 2px solid var(--ink);
}
.choices button[data-true]::after {
  content: '✓';
  margin-left: 0.4em;
}
.choices button[aria-disabled][data-chosen]:not([data-true])::after {
  content: '✗';
  margin-left: 0.4em;
}
.outcome:empty {
  display: none;
}
`;
