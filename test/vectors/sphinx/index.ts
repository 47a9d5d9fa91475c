import type { VectorSuite } from '../vector-suite.js';
import { actionParseSuite } from './action-parse.js';
import { agentExtractSuite } from './agent-extract.js';
import { appAgentElementsSuite } from './appagent-elements.js';
import { appAgentParseSuite } from './appagent-parse.js';
import { completionParseSuite } from './completion-parse.js';
import { completionTasksSuite } from './completion-tasks.js';
import { evaluatorSuite } from './evaluator.js';
import { findElementSuite } from './find-element.js';
import { groundingSuite } from './grounding.js';
import { knowledgeSuite } from './knowledge.js';
import { renderSuites } from './render.js';
import { repetitionSuite } from './repetition.js';
import { savedRunSuite } from './saved-run.js';

export const suites: readonly VectorSuite[] = [
  evaluatorSuite,
  savedRunSuite,
  findElementSuite,
  ...renderSuites,
  actionParseSuite,
  repetitionSuite,
  agentExtractSuite,
  appAgentElementsSuite,
  appAgentParseSuite,
  completionParseSuite,
  completionTasksSuite,
  groundingSuite,
  knowledgeSuite,
];
