import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/language.js';
import { PART_TEXTS } from './part-texts.js';

/** Something that is asked or said over the page. Its cross has a name for those who hear it. */
export function Dialog({
  title,
  isOpen = true,
  size,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly size?: 'lg';
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const texts = useTexts(PART_TEXTS);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      {...(size === undefined ? {} : { size })}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {children}
    </Modal>
  );
}
