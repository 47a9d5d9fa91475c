import { useEffect, useRef, useState } from 'react';
import { AddressedText } from './addressed-text.js';

/**
 * The text of a field that the address has too. The field has it first: an address changes later, and a field that waited for it would
 * lose letters, its caret, and what an input method composes.
 *
 * @param put writes it into the address
 */
export function useAddressText(
  inAddress: string,
  put: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(inAddress);
  const held = useRef(new AddressedText(inAddress));
  useEffect(() => {
    const next = held.current.seen(inAddress);
    if (next !== null) setText(next);
  }, [inAddress]);
  const change = (next: string): void => {
    setText(next);
    held.current.typed(next);
    put(next);
  };
  return [text, change];
}
