// Public API for showing screens to models. The list is explicit: what is not here may change without notice.
export { appAgentElements } from './elements/appagent-elements.js';
export type { AppAgentElement } from './elements/appagent-elements.js';
export { elementText } from './elements/element-text.js';
export type { DescribedElements, ElementTextOptions } from './elements/element-text.js';
export { gridCell, gridOf, overlayGrid } from './marks/grid-overlay.js';
export type { GridPicture } from './marks/grid-overlay.js';
export { markPicture } from './marks/mark-picture.js';
export type { MarkedPicture } from './marks/mark-picture.js';
export type { MarkOptions } from './marks/mark-set.js';
export { PictureError } from './pictures/picture-error.js';
export { pictureSize } from '../domain/coordinates/picture-size.js';
export { preparePicture } from './pictures/prepare-picture.js';
export type { PreparedPicture } from './pictures/prepare-picture.js';
export type { ElementTable, ElementText, Grid, MarkStyle, PictureRule } from '../domain/observation-rule.js';
export { resizedSize } from '../domain/coordinates/resize-rule.js';
export type { ResizedSize, ResizeRule } from '../domain/coordinates/resize-rule.js';
