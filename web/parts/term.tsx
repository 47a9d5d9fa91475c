import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { findTerm, GLOSSARY, type GlossaryTerm } from '../../src/domain/text/glossary.js';
import { useLanguage } from '../texts/language.js';
import './tables.css';

/** Space between a word and its explanation, and between that and the edge of the window; pixels. */
const GAP = 6;

/** A word of the glossary; what it means shows on hover, on keyboard focus and on a tap. */
export function Term({ name, word }: { readonly name: GlossaryTerm; readonly word: string }): ReactNode {
  const meaning = GLOSSARY[name][useLanguage().language];
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = (): void => setOpen(true);
  const close = (): void => setOpen(false);
  const onKey = (event: KeyboardEvent): void => {
    // Enter opens nothing else, and Escape closes the explanation before it leaves the page.
    if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="term"
        aria-description={meaning}
        onMouseEnter={open}
        onMouseLeave={close}
        onFocus={open}
        onBlur={close}
        onClick={open}
        onKeyDown={onKey}
      >
        {word}
      </button>
      {isOpen && button.current !== null && <Tip word={button.current} meaning={meaning} onGone={close} />}
    </>
  );
}

/** A heading or a cell: explained where the glossary has it, else as it is. */
export function TermOr({ text }: { readonly text: string }): ReactNode {
  const name = findTerm(text);
  return name === null ? text : <Term name={name} word={text} />;
}

/** The explanation, over the whole page: tables cut off what reaches over their edge. */
function Tip({
  word,
  meaning,
  onGone,
}: {
  readonly word: HTMLElement;
  readonly meaning: string;
  readonly onGone: () => void;
}): ReactNode {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (tip.current === null) return;
    const box = word.getBoundingClientRect();
    const { width, height } = tip.current.getBoundingClientRect();
    const below = box.bottom + GAP;
    const top = below + height + GAP <= innerHeight ? below : box.top - height - GAP;
    const left = Math.max(GAP, Math.min(box.left, innerWidth - width - GAP));
    tip.current.style.setProperty('left', `${left}px`);
    tip.current.style.setProperty('top', `${Math.max(GAP, top)}px`);
  }, [word]);
  useEffect(() => {
    addEventListener('scroll', onGone, { capture: true });
    return () => removeEventListener('scroll', onGone, { capture: true });
  });
  return createPortal(
    <div ref={tip} className="tip" aria-hidden="true">
      {meaning}
    </div>,
    document.body,
  );
}
