import { answerFault, saidText, type AnswerReading, type DeviceAnswer } from './device-answer.js';

/** Reads the battery: `level` in percent, whether it charges, its temperature in °C, and whether values are made up. */
export function readBattery(answer: DeviceAnswer): AnswerReading {
  const text = saidText(answer);
  const level = numberAfter(text, 'level');
  if (level === null) return answerFault('output-unreadable', text);
  const scale = numberAfter(text, 'scale') ?? 100;
  const temperature = numberAfter(text, 'temperature');
  return {
    level: scale === 0 ? level : Math.round((level * 100) / scale),
    charging: /\b(?:AC|USB|Wireless|Dock) powered: true/i.test(text),
    ...(temperature === null ? {} : { temperatureCelsius: temperature / 10 }),
    ...(/UPDATES STOPPED/i.test(text) ? { isFaked: true } : {}),
  };
}

function numberAfter(text: string, name: string): number | null {
  const [, digits] = new RegExp(`^[ \\t]*${name}: (-?\\d{1,9})[ \\t]*$`, 'm').exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}
