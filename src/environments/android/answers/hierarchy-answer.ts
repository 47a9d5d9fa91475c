import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import { answerFault, plainText, saidText, type AnswerReading, type DeviceAnswer } from './device-answer.js';

/** Reads what `uiautomator dump` answered and wrote. A whole hierarchy wins over messages and exit codes. */
export function readHierarchy(answer: DeviceAnswer): AnswerReading {
  const text = saidText(answer);
  const inOutput = hierarchyIn(text);
  const said = inOutput === null ? text : text.replace(inOutput, '');
  const [, path] = /UI hier(?:archy|chary) dumped to: (\S+)/i.exec(said) ?? [];
  // A file that is there although the tool refused is an older one.
  const written = /(?:^|\n)[ \t]*ERROR:/.test(said) ? null : plainText(answer.file ?? '');
  const xml = inOutput ?? (written === null ? null : hierarchyIn(written));
  if (xml !== null) {
    const nodes = wellFormedNodes(xml);
    if (nodes === 0) return answerFault('dump-empty', 'no node');
    if (nodes !== null) return { hierarchy: true, nodes, xml, ...(path === undefined ? {} : { path }) };
  }
  return faultOf(answer, said, written ?? '', xml !== null);
}

function faultOf(answer: DeviceAnswer, said: string, written: string, isBroken: boolean): AnswerReading {
  if (/could not get idle state|No idle state with idle timeout/i.test(said)) {
    return answerFault('dump-not-idle', said);
  }
  if (/null root node returned/i.test(said)) return answerFault('dump-no-root', said);
  if (/already\s*registered|UiAutomationService not connected|UiAutomation not connected/i.test(said)) {
    return answerFault('dump-busy', said);
  }
  if (/^\s*Killed\s*$/i.test(said) || answer.exitCode === 137) return answerFault('dump-killed', said);
  if (/^\s*(?:<\?xml|<hierarchy)/.test(written.replace(/^\uFEFF/, '')) || /<hierarchy\b/.test(said)) {
    return answerFault(isBroken ? 'dump-crashed' : 'dump-truncated', written === '' ? said : written);
  }
  if (/NullPointerException/.test(said)) return answerFault('dump-crashed', said);
  if (typeof answer.file === 'string') return answerFault('dump-crashed', said === '' ? 'empty file' : said);
  if (said === '' && answer.exitCode !== null && answer.exitCode !== 0) {
    return answerFault('dump-crashed', `exit code ${answer.exitCode}`);
  }
  return answerFault('dump-file-missing', said);
}

/** The hierarchy from its start to its end; null where it does not begin or does not end. */
function hierarchyIn(text: string): string | null {
  const root = text.indexOf('<hierarchy');
  if (root === -1) return null;
  const head = text.lastIndexOf('<?xml', root);
  const start = head === -1 ? root : head;
  const closed = text.lastIndexOf('</hierarchy>');
  if (closed > root) return text.slice(start, closed + '</hierarchy>'.length);
  const [empty] = /^<hierarchy\b[^<>]*\/>/.exec(text.slice(root)) ?? [];
  return empty === undefined ? null : text.slice(start, root + empty.length);
}

/** How many nodes there are; null where the text cannot be parsed. */
function wellFormedNodes(xml: string): number | null {
  try {
    parseHierarchy(xml);
  } catch {
    return null;
  }
  return xml.match(/<node[\s/>]/g)?.length ?? 0;
}
