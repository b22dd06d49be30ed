/**
 * What comes behind the first load, as a script of its own: the chapters' panel, and the lesson at the page's foot.
 */

import { styles as chapterStyles } from './chapters/style.js';
import { styles as lessonStyles } from './parts/lesson-style.js';

export const styles = chapterStyles + lessonStyles;
export { createPanel } from './chapters/panel.js';
export { createLesson } from './parts/lesson.js';
