import { Alert, Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { giveToken } from '../source/exchange-token.js';
import { SourceError } from '../source/viewer-source.js';
import { useTexts } from '../texts/language.js';
import { LanguageSwitch } from './language-switch.js';
import { SHELL_TEXTS } from './shell-texts.js';
import { ThemeSwitch } from './theme-switch.js';
import classes from './sign-in.module.css';

/** Asks for the token, and lets in whoever has it: the page of the address is loaded then. */
export function SignIn({
  problem: first,
}: {
  /** Why the token of the address did not let in; null where it had none. */
  readonly problem: SourceError | null;
}): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<unknown>(first);
  const [isAsking, setAsking] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsking(true);
    giveToken(token.trim()).then(
      () => location.reload(),
      (error: unknown) => {
        setProblem(error);
        setAsking(false);
      },
    );
  };
  return (
    <Stack className={classes['page']}>
      <Group justify="flex-end" gap="xs">
        <LanguageSwitch />
        <ThemeSwitch />
      </Group>
      <Title order={1} size="h2">
        Touchstone
      </Title>
      <Text>{texts.tokenWanted}</Text>
      <form onSubmit={submit}>
        <Stack>
          <PasswordInput
            label={texts.token}
            description={texts.tokenHelp}
            value={token}
            autoComplete="current-password"
            spellCheck={false}
            autoFocus
            required
            visibilityToggleButtonProps={{ 'aria-label': texts.showToken, tabIndex: 0 }}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          {problem !== null && (
            <Alert color="red" role="alert">
              {wordsOf(problem, texts.problems)}
            </Alert>
          )}
          <Button type="submit" loading={isAsking}>
            {texts.signIn}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}

function wordsOf(problem: unknown, problems: (typeof SHELL_TEXTS)['en']['problems']): string {
  if (problem instanceof SourceError && problem.known !== null) return problems[problem.known].message;
  return problem instanceof Error ? problem.message : String(problem);
}
