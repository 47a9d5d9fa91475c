import { z } from 'zod';
import { defineAgent, type AgentDefinition } from '../../agents/define-agent.js';
import { splitCommand } from '../../agents/process/split-command.js';
import { checkAnswerRule } from '../answers/find-answer.js';
import { PhoneOptionsSchema } from '../phone-options.js';
import { adbAgent, type AdbAgentOptions } from './adb-agent.js';
import { checkCommand } from './check-command.js';

const phone = PhoneOptionsSchema.shape;

/** The agent that is a command which drives a phone by `adb`, by name. */
export function adbDefinition(options: AdbAgentOptions): AgentDefinition {
  return defineAgent({
    name: 'adb',
    title:
      'a command of your own that drives a phone by adb, unmodified (`touchstone phone run`; docs/phone)',
    roles: [],
    options: z.object({
      command: z
        .string()
        .min(1)
        .describe(
          'program and its arguments, quoted as in a shell; {instruction} and others stand for the task',
        ),
      name: z.string().min(1).default('adb').describe('how results name the agent'),
      version: z.string().min(1).default('1').describe('its version, for the identity of a run'),
      adbKeyboard: phone.adbKeyboard.describe('ADBKeyboard: absent, installed, or active from the start'),
      install: phone.install.describe('installing an APK: refuse, or pretend for known helpers'),
      waitPolicy: phone.waitPolicy.describe('looking twice is waiting: auto, reobserve, never, always'),
      timeMode: phone.timeMode.describe('gestures and sleep: instant, or real'),
      hierarchy: phone.hierarchy.describe('a dump where none was recorded: recorded (an error) or frame'),
      screenshots: phone.screenshots.describe('PNG files of screens: rgba, or recorded (the file as it is)'),
      counting: phone.counting.describe(
        'what is an action: as a person counts, or literal (everything commanded)',
      ),
      uiautomator2: phone.uiautomator2.describe("uiautomator2's server is there"),
      adbServer: z
        .union([z.literal('own'), z.int().min(1).max(65_535)])
        .default('own')
        .describe('a server of its own for each phone, or the port of the real adb server to register with'),
      answerPattern: z
        .string()
        .default('')
        .describe(
          'finds the answer in what the command prints: a regular expression, or a path into JSON ($.answer)',
        ),
    }),
    create: (_, { command: line, name, version, adbServer, answerPattern, ...phoneOptions }) => {
      const command = splitCommand(line);
      checkCommand(command);
      if (answerPattern !== '') checkAnswerRule(answerPattern);
      return adbAgent({ name, version, command, phone: phoneOptions, adbServer, answerPattern }, options);
    },
  });
}
