import type { EpisodeEndReason, Outcome } from '../../src/domain/episode.js';
import { defineTexts } from './language.js';

/** What became of episodes, and why they ended. */
export const OUTCOME_TEXTS = defineTexts(
  {
    outcomes: {
      passed: 'passed',
      failed: 'failed',
      agent_error: 'agent error',
      model_error: 'model outage',
      environment_error: 'environment error',
      user_error: 'configuration error',
      invalid_task: 'invalid task',
      bug: 'bug in Touchstone',
      judge_unknown: 'undecided',
      not_run: 'not run',
    } satisfies Record<Outcome, string>,
    outcomeHelp: {
      passed: 'The task was solved.',
      failed: 'The task was not solved.',
      agent_error: "An error of the agent's own program; counts as failed.",
      model_error: 'The model could not be reached; voided, outside n.',
      environment_error: 'The phone, the disk or the machine failed; voided, outside n.',
      user_error: 'A setting of the run does not fit; voided, outside n.',
      invalid_task: 'The task itself is broken; voided, outside n.',
      bug: 'Touchstone itself broke; voided, outside n.',
      judge_unknown: 'Nobody could tell whether it was solved; outside n, shown in the bounds.',
      not_run: 'Planned, but never started or never finished; outside n.',
    } satisfies Record<Outcome, string>,
    reasons: {
      agent_stop: 'the agent declared the end',
      environment_end: 'the environment ended it',
      step_budget: 'out of steps',
      time_budget: 'out of time',
      token_budget: 'out of tokens',
      money_budget: 'out of money',
      gate_decided: 'the gate was decided without it',
      repetition: 'the same action three times',
      format_error: 'unreadable answer',
      agent_error: 'agent error',
      model_error: 'model outage',
      environment_error: 'environment error',
      user_error: 'configuration error',
      invalid_task: 'invalid task',
      bug: 'bug in Touchstone',
    } satisfies Record<EpisodeEndReason, string>,
    noEnd: 'never came to an end',
  },
  {
    outcomes: {
      passed: '通过',
      failed: '未通过',
      agent_error: '智能体出错',
      model_error: '模型中断',
      environment_error: '环境出错',
      user_error: '配置有误',
      invalid_task: '任务无效',
      bug: 'Touchstone 缺陷',
      judge_unknown: '无法判定',
      not_run: '未运行',
    },
    outcomeHelp: {
      passed: '任务已完成。',
      failed: '任务未完成。',
      agent_error: '智能体自身出错，计为未通过。',
      model_error: '模型无法访问；作废，不计入 n。',
      environment_error: '手机、磁盘或本机出错；作废，不计入 n。',
      user_error: '运行的某项设置不合适；作废，不计入 n。',
      invalid_task: '任务本身有误；作废，不计入 n。',
      bug: 'Touchstone 自身出错；作废，不计入 n。',
      judge_unknown: '无法判断是否完成；不计入 n，反映在上下界中。',
      not_run: '已计划但未开始或未结束；不计入 n。',
    },
    reasons: {
      agent_stop: '智能体宣布结束',
      environment_end: '环境结束了回合',
      step_budget: '步数用尽',
      time_budget: '时间用尽',
      token_budget: 'token 用尽',
      money_budget: '费用用尽',
      gate_decided: '门禁已有定论，无需执行',
      repetition: '同一动作连续三次',
      format_error: '回答无法解析',
      agent_error: '智能体出错',
      model_error: '模型中断',
      environment_error: '环境出错',
      user_error: '配置有误',
      invalid_task: '任务无效',
      bug: 'Touchstone 缺陷',
    },
    noEnd: '没有结束',
  },
);

/** Why an episode ended, in the reader's words, or as it is written where there are none. */
export function reasonName(texts: (typeof OUTCOME_TEXTS)['en'], reason: string): string {
  return (texts.reasons as Readonly<Record<string, string>>)[reason] ?? reason;
}
