// Public API for dialects and models of one's own. The list is explicit: what is not here may change without notice.
export { defineDialect, DialectSettingsError } from './dialects/define-dialect.js';
export type { DialectDefinition, DialectFamily, DialectParts } from './dialects/define-dialect.js';
export { MAX_ANSWER_LENGTH } from './dialects/dialect.js';
export type {
  Dialect,
  DialectSettings,
  HistoryRule,
  ParseContext,
  ParseProfile,
  ParseResult,
  PromptInput,
  PromptStep,
  SaidWithAction,
  Sampling,
  ScrollMeaning,
  SentPicture,
  StepRecord,
} from './dialects/dialect.js';
export { cutThinking } from './dialects/reading/cut-thinking.js';
export type { CutAnswer } from './dialects/reading/cut-thinking.js';
export { fillTemplate, PromptTemplateError } from './dialects/fill-template.js';
export { formatErrorOf } from './dialects/reading/parse-result.js';
export { boxTarget, pathSwipe, positionTarget } from './dialects/reading/position-target.js';
export type { PositionContext } from './dialects/reading/position-target.js';
export { resolvePosition, writePoint, writePosition } from './dialects/reading/resolve-position.js';
export type { CoordinateRule, PictureSizes } from './dialects/reading/resolve-position.js';
export type { Model, ModelAnswer, ModelContent, ModelMessage, ModelRequest, ModelRoles } from './model.js';
export { scriptedModel } from './scripted.js';
export { createModel } from './create-model.js';
export type { CreateModelOptions } from './create-model.js';
export { Gateway } from './gateway/gateway.js';
export type { GatewayOptions } from './gateway/gateway.js';
export { findPrice, PriceTableSchema } from './prices/price-table.js';
export type { PriceTable } from './prices/price-table.js';
export { runProbe } from './probe/probe.js';
export type { ProbeOptions, ProbeReport } from './probe/probe.js';
export { ModelProfileSchema } from './profile.js';
export type { ModelProfile } from './profile.js';
export { listProviders } from './providers/providers.js';
export type { ProviderDescription } from './providers/providers.js';
