import { z } from 'zod';
import { defineTool, type McpTool } from '../define-tool.js';
import { jsonAnswer } from '../tool-answer.js';
import { DEVICE } from './device-argument.js';
import type { PhoneDesk } from './phone-desk.js';
import { stepAnswer } from './step-answer.js';

const ACTS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;

const PHONE = DEVICE.optional().describe('Id of a phone; may be left out where there is one alone');

/** What a client needs in order to be scored, and phone servers do not have. */
export function taskTools(desk: PhoneDesk): readonly McpTool[] {
  return [
    defineTool({
      name: 'touchstone_task',
      description:
        'What is to be done on a phone, how many steps that may take, and how it stands. Costs no step.',
      annotations: { readOnlyHint: true, openWorldHint: false },
      arguments: { device: PHONE },
      call: async ({ device }) => jsonAnswer(await taskOf(desk, device)),
    }),
    defineTool({
      name: 'touchstone_wait',
      description: 'Wait, such as for a screen that changes by itself. One step.',
      annotations: ACTS,
      arguments: { device: PHONE, milliseconds: z.number().min(0).max(600_000) },
      call: async ({ device, milliseconds }) => {
        const turn = await desk.phone(device).act(() => ({ type: 'wait', durationMs: milliseconds }));
        return stepAnswer(turn, `Waited ${milliseconds} ms`);
      },
    }),
    defineTool({
      name: 'touchstone_answer',
      description: 'Tell the user something that the task asks for, and go on. One step.',
      annotations: ACTS,
      arguments: { device: PHONE, text: z.string().max(100_000) },
      call: async ({ device, text }) =>
        stepAnswer(
          await desk.phone(device).act(() => ({ type: 'answer', text, terminal: false })),
          `Answered: ${text}`,
        ),
    }),
    defineTool({
      name: 'touchstone_finish',
      description: 'End the task: it is done, or cannot be. Nothing reaches the phone after it. One step.',
      annotations: ACTS,
      arguments: {
        device: PHONE,
        status: z.enum(['success', 'failure', 'infeasible']),
        message: z.string().max(100_000).optional().describe('The answer, where the task asks for one'),
      },
      call: async ({ device, status, message }) => {
        const answer = message === undefined ? {} : { answer: message };
        const turn = await desk.phone(device).act(() => ({ type: 'stop', status, ...answer }));
        return stepAnswer(turn, `Finished: ${status}`);
      },
    }),
  ];
}

async function taskOf(
  desk: PhoneDesk,
  device: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const phone = desk.phone(device);
  const { task, observation, step, maxSteps, ended } = await phone.look();
  const { instruction = task.instruction, stepInstruction, screen } = observation;
  return {
    device: phone.id,
    task: task.id,
    instruction: stepInstruction === undefined ? instruction : `${instruction}\n${stepInstruction}`,
    language: task.language,
    apps: task.apps,
    steps: step,
    maxSteps,
    screen: screen.size,
    isOver: ended !== null,
    ended: ended?.end.reason ?? null,
  };
}
