import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../parts/dialog.js';
import { useTexts } from '../texts/language.js';
import { keyName } from './palette.js';
import { SHELL_TEXTS } from './shell-texts.js';
import { useRegistry } from './shortcuts.js';

/** The keys of this page. */
export function HelpDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const registry = useRegistry();
  const listed = isOpen ? registry.list().filter(({ keys }) => keys.length > 0) : [];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.keyboard}>
      <Table>
        <Table.Tbody>
          {listed.map(({ keys, label }) => (
            <Table.Tr key={`${keys.join(' ')} ${label}`}>
              <Table.Th scope="row">
                {keys.map((key) => (
                  <kbd key={key}>{keyName(key)}</kbd>
                ))}
              </Table.Th>
              <Table.Td>{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
