export { defineExporter } from './training/define-exporter.js';
export type { ExporterParts } from './training/define-exporter.js';
export type { FormatSidecar, TrainingFormat } from './training/training-format.js';
export { messageText, picturePaths, takingTurns } from './training/training-record.js';
export type { TextPlace, TrainingMessage, TrainingPart, TrainingRecord } from './training/training-record.js';
