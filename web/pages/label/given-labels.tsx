import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/language.js';
import { AgreementPanel } from './agreement-panel.js';
import type { LabelChoice } from './label-choice.js';
import { ChangeQueue } from './label-desk-view.js';
import { LABEL_TEXTS } from './label-texts.js';

/** How far people agree, where nobody can label. */
export function GivenLabels({ choice }: { readonly choice: LabelChoice }): ReactNode {
  const texts = useTexts(LABEL_TEXTS);
  return (
    <Stack>
      <Group>
        <Title order={1} size="h3">
          {texts.title}: {texts.passes[choice.pass]}
        </Title>
        <ChangeQueue />
      </Group>
      <AgreementPanel choice={choice} />
    </Stack>
  );
}
