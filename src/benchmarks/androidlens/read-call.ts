/** A call as text: `Click(x, y)`, `type(content='…')`. */
export interface ReadCall {
  readonly name: string;
  readonly positional: readonly string[];
  readonly named: Readonly<Record<string, string>>;
  /** What stands between the brackets. */
  readonly inside: string;
}

const NAME = /^\s*([A-Za-z_]\w*)\s*\(/;
const KEYWORD = /^\s*([A-Za-z_]\w*)\s*=/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Calls whose argument is any typed text, brackets and quotes included. */
const TYPING = /^\s*(type|input|input_?text)\s*\(/i;
/** The end of a typing call, on the same line. */
const TYPING_END = /\)[;.\s]*$/;
/** A call behind another one. */
const ANOTHER =
  /\)[\s;,]*(?:click|tap|long_?(?:press|click)|swipe|drag|scroll|type|input(?:_?text)?|press\w*|wait|(?:open|launch)(?:_?app)?|key|system_?button|terminate|finish(?:ed)?|complete|stop)\s*\(/i;

/**
 * One call and nothing after it; null for anything else. Quotes count only where a value begins. The text of a typing call
 * may hold a bracket or quote that nothing closes (`Type(hello :))`): then the last bracket of the line ends the call.
 */
export function readCall(text: string): ReadCall | null {
  return balancedCall(text) ?? typingCall(text);
}

function typingCall(text: string): ReadCall | null {
  const name = TYPING.exec(text);
  const end = TYPING_END.exec(text)?.index ?? -1;
  const start = name?.[0].length ?? 0;
  if (name?.[1] === undefined || end < start) return null;
  const inside = text.slice(start, end);
  if (inside.includes('\n') || ANOTHER.test(inside)) return null;
  const keyword = KEYWORD.exec(inside);
  return keyword?.[1] === undefined
    ? { name: name[1], positional: [unquoted(inside)], named: {}, inside }
    : {
        name: name[1],
        positional: [],
        named: { [keyword[1].toLowerCase()]: unquoted(inside.slice(keyword[0].length)) },
        inside,
      };
}

function balancedCall(text: string): ReadCall | null {
  const head = NAME.exec(text);
  if (head?.[1] === undefined) return null;
  const start = head[0].length;
  const cuts: number[] = [start - 1];
  let depth = 0;
  let quote: string | null = null;
  let isValueStart = true;
  let end = -1;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quote !== null) {
      if (character === '\\') index += 1;
      else if (character === quote) quote = null;
      continue;
    }
    if ((character === "'" || character === '"') && isValueStart) quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      if (depth === 0) {
        end = index;
        break;
      }
      depth -= 1;
    } else if (character === ',' && depth === 0) cuts.push(index);
    isValueStart = character === ',' || character === '=' || (isValueStart && character.trim() === '');
  }
  if (end < 0 || text.slice(end + 1).replace(/[;.\s]+/, '') !== '') return null;
  const parts = cuts.map((cut, index) => text.slice(cut + 1, cuts[index + 1] ?? end));
  const positional: string[] = [];
  const named: Record<string, string> = {};
  for (const part of parts) {
    if (part.trim() === '') continue;
    const keyword = KEYWORD.exec(part);
    if (keyword?.[1] === undefined) positional.push(unquoted(part));
    else named[keyword[1].toLowerCase()] = unquoted(part.slice(keyword[0].length));
  }
  return { name: head[1], positional, named, inside: text.slice(start, end) };
}

/** A value without its quotes. */
export function unquoted(text: string): string {
  const trimmed = text.trim();
  const quote = trimmed.charAt(0);
  if ((quote !== "'" && quote !== '"') || trimmed.length < 2 || !trimmed.endsWith(quote)) return trimmed;
  return trimmed.slice(1, -1).replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
}

/** All numbers of a text, box tokens left out; null where there is anything but numbers, brackets and commas. */
export function numbersIn(text: string): number[] | null {
  const bare = text.replaceAll(/<\|box_(?:start|end)\|>/g, ' ');
  if (/[^\d\s.,()[\]+-]/.test(bare)) return null;
  const numbers = (bare.match(/[-+]?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
  return numbers.every(Number.isFinite) ? numbers : null;
}
