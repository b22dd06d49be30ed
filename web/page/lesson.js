/**
 * What comes behind the first load, as a script of its own: the chapters' panel, the lesson at the page's foot, and the
 * programs to copy.
 */

import { styles as chapterStyles } from './chapters/style.js';
import { styles as lessonStyles } from './parts/lesson-style.js';

export const styles = chapterStyles + lessonStyles;
export { createPanel } from './chapters/panel.js';
export { createLesson } from './parts/lesson.js';
export { pytorchProgram } from './pytorch.js';
export { nodeProgram, torchProgram } from './yours/programs.js';
export { safetensorsFile } from './yours/save.js';
