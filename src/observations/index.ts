// Public API for showing screens to models. Names are listed by hand: what is not here may change without notice.
export { appAgentElements } from './appagent-elements.js';
export type { AppAgentElement } from './appagent-elements.js';
export { elementText } from './element-text.js';
export type { DescribedElements, ElementTextOptions } from './element-text.js';
export { gridCell, gridOf, overlayGrid } from './grid-overlay.js';
export type { GridPicture } from './grid-overlay.js';
export { markPicture } from './mark-picture.js';
export type { MarkedPicture } from './mark-picture.js';
export type { MarkOptions } from './mark-set.js';
export { PictureError } from './picture-error.js';
export { pictureSize } from './picture-size.js';
export { preparePicture } from './prepare-picture.js';
export type { PreparedPicture } from './prepare-picture.js';
export type { ElementTable, ElementText, Grid, MarkStyle, PictureRule } from '../domain/observation-rule.js';
export { resizedSize } from '../domain/resize-rule.js';
export type { ResizedSize, ResizeRule } from '../domain/resize-rule.js';
