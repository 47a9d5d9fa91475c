import { AgentMessageSchema } from '../../agents/process/protocol.js';
import { suiteJsonSchema } from '../../benchmarks/suite/suite-json-schema.js';
import { ActionSchema } from '../../domain/action.js';
import { toJsonSchema, worldJsonSchemas } from '../../formats/json-schemas.js';
import { AccessFileSchema } from '../../formats/access/access-file.js';
import { AuditLineSchema } from '../../formats/access/audit-line.js';
import { CalibrationSchema } from '../../formats/calibration/calibration-file.js';
import { ExamTrajectorySchema } from '../../formats/judge-exam/exam-trajectory.js';
import { TaskHistorySchema } from '../../formats/task-list/task-history.js';
import { TaskListSchema } from '../../formats/task-list/task-list.js';
import { ReviewedTaskSchema } from '../../formats/task-review/reviewed-task.js';
import { DataReportSchema } from '../../formats/data-check/data-report.js';
import { CompareDocumentSchema } from '../../formats/results/compare-document.js';
import { ReproduceDocumentSchema } from '../../formats/results/reproduce-document.js';
import { ScoreDocumentSchema } from '../../formats/results/score-document.js';
import { SplitsDocumentSchema } from '../../formats/results/splits-document.js';
import { StatsDocumentSchema } from '../../formats/results/stats-document.js';
import { DocumentsFileSchema } from '../../formats/documents/documents-file.js';
import { ImportReportSchema } from '../../formats/results/import-report.js';
import { ReviewReportSchema } from '../../formats/results/review-report.js';
import { LintReportSchema } from '../../formats/lint/lint-report.js';
import { runJsonSchemas } from '../../formats/run/run-json-schema.js';
import { TrajectoryLineSchema } from '../../formats/trajectories/trajectory-line.js';
import { PriceTableSchema } from '../../models/prices/price-table.js';
import { ModelProfileSchema } from '../../models/profile.js';

/** The JSON Schema of each file format, by the name that `touchstone schema` takes. */
export function fileSchemas(): Readonly<Record<string, object>> {
  return {
    ...worldJsonSchemas(),
    'suite.json': suiteJsonSchema(),
    'journal.jsonl': runJsonSchemas().journal,
    'scores.jsonl': runJsonSchemas().scores,
    'trajectories.jsonl': toJsonSchema(TrajectoryLineSchema, 'Touchstone trajectories, one line, format 1'),
    action: toJsonSchema(ActionSchema, 'One thing an agent can do to a device'),
    'agent-message': toJsonSchema(
      AgentMessageSchema,
      'What the process of an agent writes, one line, protocol 1',
    ),
    'model-profile.json': toJsonSchema(ModelProfileSchema, 'Touchstone model profile, format 1'),
    'prices.json': toJsonSchema(PriceTableSchema, 'Touchstone price table, format 1'),
    'lint-report.json': toJsonSchema(LintReportSchema, 'Touchstone lint report, format 1'),
    'import-report.json': toJsonSchema(ImportReportSchema, 'Touchstone import report, format 1'),
    'review-report.json': toJsonSchema(ReviewReportSchema, 'Touchstone review of drafted tasks, format 1'),
    'compare.json': toJsonSchema(CompareDocumentSchema, 'Touchstone comparison, format 1'),
    'score.json': toJsonSchema(ScoreDocumentSchema, 'Touchstone scores, format 1'),
    'splits.json': toJsonSchema(SplitsDocumentSchema, 'Touchstone averages over splits, format 1'),
    'reproduce.json': toJsonSchema(ReproduceDocumentSchema, 'Touchstone reproduction of a table, format 1'),
    'stats.json': toJsonSchema(StatsDocumentSchema, 'Touchstone dataset statistics, format 1'),
    'documents.json': toJsonSchema(DocumentsFileSchema, 'Touchstone documents of app elements, format 1'),
    'calibration.json': toJsonSchema(CalibrationSchema, 'Touchstone calibration of a judge, format 1'),
    'judge-exam.jsonl': toJsonSchema(ExamTrajectorySchema, 'Touchstone judge exam, one line, format 1'),
    'task-review.jsonl': toJsonSchema(ReviewedTaskSchema, 'Touchstone review of tasks, one line, format 1'),
    'task-list.json': toJsonSchema(TaskListSchema, 'Touchstone task list for live apps'),
    'task-history.json': toJsonSchema(TaskHistorySchema, 'Touchstone history of validated tasks, format 1'),
    'access.json': toJsonSchema(AccessFileSchema, 'Touchstone users of a server, format 1'),
    'audit.jsonl': toJsonSchema(AuditLineSchema, 'Touchstone audit log of a server, one line, format 1'),
    'data-report.json': toJsonSchema(DataReportSchema, 'Touchstone data report, format 1'),
  };
}
