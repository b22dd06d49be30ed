/** How the lesson at the foot of the page looks. */
export const styles = `
.lesson {
  background: var(--tint);
  max-width: none;
  padding-block: 2.5rem 4rem;
}
.lesson > * {
  max-width: 52rem;
  margin-inline: auto;
}
.lesson section {
  margin-bottom: 2.5rem;
}
.lesson h2 {
  font-size: 1.375rem;
  margin-bottom: 0.75rem;
  letter-spacing: -0.01em;
}
.lesson .lead {
  font-size: 1.125rem;
}
.lesson ul {
  padding-left: 1.2rem;
  display: grid;
  gap: 0.35rem;
}
.lesson ol {
  padding-left: 0;
  list-style: none;
  counter-reset: question;
}
.lesson ol > li {
  counter-increment: question;
}
.lesson ol summary::before {
  content: counter(question) '. ';
}
dl {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  gap: 1.25rem 2rem;
}
dt::before {
  content: '✗ ';
  color: var(--luck);
}
dd {
  margin-top: 0.2rem;
}
`;
