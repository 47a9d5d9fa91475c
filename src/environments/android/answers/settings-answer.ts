import {
  answerFault,
  isCommand,
  outputText,
  saidText,
  type AnswerReading,
  type DeviceAnswer,
} from './device-answer.js';

/** Reads settings, properties, locale, time zone and switches. */
export function readSettings(answer: DeviceAnswer): AnswerReading {
  const said = saidText(answer);
  const text = outputText(answer).trim();
  if (/failed to set property|cannot set date|Operation not permitted/i.test(said)) {
    return answerFault('property-denied', said);
  }
  if (/SecurityException/.test(said)) return answerFault('secure-settings-denied', said);
  if (isCommand(answer, 'settings get')) return { value: text === 'null' ? null : text };
  if (isCommand(answer, 'getprop persist.sys.timezone')) return { timezone: text };
  if (isCommand(answer, 'getprop persist.sys.locale')) return { locale: text === '' ? null : text };
  if (isCommand(answer, 'getprop')) return { value: text === '' ? null : text };
  if (isCommand(answer, 'am get-config')) return readConfiguration(text);
  if (isCommand(answer, 'cmd connectivity airplane-mode') && /^(?:enabled|disabled)$/i.test(text)) {
    return { airplane: text.toLowerCase() === 'enabled' };
  }
  return said === '' ? { done: true } : answerFault('output-unreadable', said);
}

/** Locale among the qualifiers of a configuration: after the country and network codes of the SIM. */
function readConfiguration(text: string): AnswerReading {
  const [, qualifiers] = /^config: (?:mcc\d+-)?(?:mnc\d+-)?(\S+)/m.exec(text) ?? [];
  const [, tagged] = /^b\+([\w+]+)/.exec(qualifiers ?? '') ?? [];
  if (tagged !== undefined) return { locale: tagged.replaceAll('+', '-') };
  const [, language, region] =
    /^([a-z]{2,3})(?:-r([A-Z]{2}|\d{3}))?(?=-|,|\.|$)/.exec(qualifiers ?? '') ?? [];
  if (language === undefined) return answerFault('output-unreadable', text);
  return { locale: region === undefined ? language : `${language}-${region}` };
}
