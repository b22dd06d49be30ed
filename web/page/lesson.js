/**
 * What comes behind the first load, as a script of its own: the chapters' panel, the lesson at the page's foot, the
 * two-step tree, the programs to copy, and the sheets to print.
 */

import { styles as chapterStyles } from './chapters/style.js';
import { styles as lessonStyles } from './parts/lesson-style.js';
import { styles as sheetStyles } from './print/style.js';

export const styles = chapterStyles + lessonStyles + sheetStyles;
export { createPanel } from './chapters/panel.js';
export { createLesson } from './parts/lesson.js';
export { createTree } from './parts/tree.js';
export { printSheets } from './print/sheets.js';
export { pytorchProgram } from './pytorch.js';
export { nodeProgram, torchProgram } from './yours/programs.js';
export { safetensorsFile } from './yours/save.js';
