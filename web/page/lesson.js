/**
 * What comes behind the first load, as a script of its own: the chapters' panel, and the lesson at the page's foot.
 */

export { createPanel } from './chapters/panel.js';
export { createLesson } from './parts/lesson.js';
