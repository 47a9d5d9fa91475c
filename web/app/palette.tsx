import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog } from '../parts/dialog.js';
import { useTexts } from '../texts/language.js';
import { SHELL_TEXTS } from './shell-texts.js';
import { useRegistry, type Shortcut } from './shortcuts.js';
import classes from './palette.module.css';

/** A list of everything that can be done on this page and of where one can go, narrowed by typing. */
export function Palette({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.palette} size="lg">
      {isOpen && <PaletteList onClose={onClose} />}
    </Dialog>
  );
}

function PaletteList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const registry = useRegistry();
  const [wanted, setWanted] = useState('');
  const [active, setActive] = useState(0);
  const found = registry.list().filter(({ label }) => isMatch(label, wanted));
  const chosen = Math.min(active, Math.max(0, found.length - 1));
  const take = (shortcut: Shortcut | undefined): void => {
    if (shortcut === undefined) return;
    onClose();
    shortcut.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setActive(Math.min(chosen + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(chosen - 1, 0));
    else if (event.key === 'Enter') take(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        data-autofocus
        // At once: the dialog's own comes a moment later, and a letter typed until then would be a shortcut of the page.
        autoFocus
        value={wanted}
        aria-label={texts.palette}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls="palette-list"
        aria-activedescendant={found.length === 0 ? undefined : entryId(chosen)}
        onChange={(event) => {
          setWanted(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKey}
      />
      <div id="palette-list" role="listbox" aria-label={texts.palette} className={classes['list']}>
        {found.length === 0 && <Text c="dimmed">{texts.nothingFound}</Text>}
        {found.map((shortcut, place) => (
          <UnstyledButton
            key={`${shortcut.label} ${place}`}
            id={entryId(place)}
            ref={place === chosen ? showEntry : undefined}
            role="option"
            aria-selected={place === chosen}
            className={classes['entry']}
            onClick={() => take(shortcut)}
          >
            <span>{shortcut.label}</span>
            {shortcut.keys[0] !== undefined && <kbd>{keyName(shortcut.keys[0])}</kbd>}
          </UnstyledButton>
        ))}
      </div>
    </>
  );
}

function entryId(place: number): string {
  return `palette-${place}`;
}

/** The chosen entry is in sight, however long the list is. */
function showEntry(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest' });
}

/** A key as it stands on keyboards. */
export function keyName(key: string): string {
  const names: Readonly<Record<string, string>> = {
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    ' ': 'Space',
  };
  return names[key] ?? key;
}

/** Whether every word that was typed is somewhere in the label. */
function isMatch(label: string, wanted: string): boolean {
  const text = label.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
