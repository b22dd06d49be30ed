/** The script of the chapters and the lesson, which comes when the page stands, or when a chapter is opened. */

import { files } from '../files.js';

export function loadLesson() {
  const address = `./${files.lesson.name}`;
  return import(address);
}
