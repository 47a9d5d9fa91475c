// Public API of Touchstone. The list is explicit: what is not here may change without notice.
export { DatasetError, TouchstoneError, UserError, faultOf } from './errors.js';
export type { Fault, FilePlace } from './errors.js';

export { ActionSchema, stop, tap } from './domain/action.js';
export type { Action, ActionOf, ActionType, Target } from './domain/action.js';
export { DecisionSchema } from './domain/decision.js';
export type { Decision, FormatError } from './domain/decision.js';
export { itemKeyText, outcomeOf } from './domain/episode.js';
export type { Episode, EpisodeEnd, ItemKey, Outcome } from './domain/episode.js';
export { isInRange, pathDirection, pixelPoint, resolvePoint, toPixel } from './domain/geometry.js';
export type { Box, Direction, Point, PointSpace, Size } from './domain/geometry.js';
export type { Graph, GraphEdge, GraphNode } from './domain/graph/graph.js';
export { parseHierarchy } from './domain/hierarchy/parse-hierarchy.js';
export type { UiHierarchy } from './domain/hierarchy/ui-hierarchy.js';
export type { Milestone } from './domain/milestones/milestone.js';
export type { Mode } from './domain/mode.js';
export { randomStream } from './domain/random.js';
export type { RandomStream } from './domain/random.js';
export type { RunConfiguration, RunIdentity } from './domain/run.js';
export type { EpisodeScores, ItemResult, NamedScore, Score } from './domain/score.js';
export type { Observation, Screen, ScreenContent } from './domain/screen.js';
export { TaskSchema, instructionOf } from './domain/task.js';
export type { Task } from './domain/task.js';
export type { Trajectory, TrajectoryStep, Transition } from './domain/trajectory.js';

export { readGraph } from './formats/graph/read-graph.js';
export { readSuite } from './formats/suite/read-suite.js';
export { readTrajectories } from './formats/trajectories/read-trajectories.js';
export { readEpisodes } from './formats/run/read-episodes.js';
export { readResults } from './formats/run/scores/read-results.js';
export { indexRun } from './formats/run/run-index.js';

export type { Benchmark, BenchmarkDefinition, BenchmarkItem } from './benchmarks/benchmark.js';
export * from './registry/public-benchmarks.js';
export { openSuite } from './benchmarks/suite/suite-benchmark.js';
export type { Environment, EnvironmentCapabilities, StepResult } from './environments/environment.js';
export { GraphEnvironment } from './environments/graph/graph-environment.js';
export { GraphWorld } from './environments/graph/graph-world.js';
export type { Model, ModelAnswer, ModelRequest, ModelRoles } from './models/model.js';
export { openAiCompatibleModel } from './models/providers/openai-compatible.js';
export { scriptedModel } from './models/scripted.js';

export type { EngineEvent, EngineListener } from './engine/engine-event.js';
export { resumeRun, startRun } from './engine/run.js';
export type { RunOptions, RunSummary } from './engine/run.js';
export { identifyRun } from './engine/run-identity.js';
export { scoreRun } from './engine/score-run.js';

export { PluginError } from './registry/plugins/plugin-error.js';
export { definePlugin } from './registry/plugins/plugin.js';
export type { Plugin, PluginParts } from './registry/plugins/plugin.js';
export { DIALECTS } from './registry/dialects.js';
