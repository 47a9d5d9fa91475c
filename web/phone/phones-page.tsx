import { Button, Group, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { LanguageSwitch } from '../app/language-switch.js';
import { ThemeSwitch } from '../app/theme-switch.js';
import { useTexts } from '../texts/language.js';
import { happeningWords, isOdd } from './happening-words.js';
import type { PhoneClient, PhoneHappening, PhoneInput, ServedPhone } from './phone-client.js';
import { PhoneScreen } from './phone-screen.js';
import { PHONE_TEXTS } from './phone-texts.js';
import classes from './phones-page.module.css';

/** Milliseconds after which phones that others have added are seen. */
const AGAIN_MS = 5_000;
/** Lines of the log that are kept on the page. */
const MOST_LINES = 500;
/** What changes a phone's screen, or what is said of it. */
const CHANGES: ReadonlySet<string> = new Set(['action', 'finish', 'limit', 'answer']);
const KEYS = { back: 4, home: 3, enter: 66 } as const;

/** The phones of a station live: the screen on display, which can be touched, what is said to the phone, and what came of it. */
export function PhonesPage({ client }: { readonly client: PhoneClient }): ReactNode {
  const texts = useTexts(PHONE_TEXTS);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: phones = [], error } = useQuery({
    queryKey: ['phones'],
    queryFn: () => client.phones(),
    refetchInterval: AGAIN_MS,
  });
  const current = chosen ?? phones[0]?.id ?? null;
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <strong>Touchstone</strong>
        <Group gap="xs" wrap="nowrap">
          <LanguageSwitch />
          <ThemeSwitch />
        </Group>
      </header>
      <nav aria-label={texts.phones} className={classes['phones']}>
        <h1>{texts.phones}</h1>
        {phones.map(({ id, serial, task, instruction }) => (
          <UnstyledButton
            key={id}
            className={classes['phone']}
            aria-current={id === current}
            onClick={() => setChosen(id)}
          >
            {serial}
            <small>{`${task}: ${instruction}`}</small>
          </UnstyledButton>
        ))}
      </nav>
      {current === null ? (
        <main role="status">{error?.message ?? ''}</main>
      ) : (
        <Phone key={current} client={client} id={current} />
      )}
    </div>
  );
}

function Phone({ client, id }: { readonly client: PhoneClient; readonly id: string }): ReactNode {
  const texts = useTexts(PHONE_TEXTS);
  const queries = useQueryClient();
  const [begun, setBegun] = useState(0);
  const [log, setLog] = useState<readonly Line[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [text, setText] = useState('');
  const phone = useQuery({ queryKey: ['phone', id], queryFn: () => client.phone(id) });
  const screen = useQuery({ queryKey: ['phone', id, 'screen'], queryFn: () => client.screen(id) });
  useEffect(() => {
    const stop = new AbortController();
    let count = 0;
    const note = (what: PhoneHappening): void => {
      const words = happeningWords(what);
      count += 1;
      const line = { key: count, what, words };
      if (words !== null) setLog((lines) => [line, ...lines].slice(0, MOST_LINES));
      if (!CHANGES.has(what.kind)) return;
      setProblem(null);
      void queries.invalidateQueries({ queryKey: ['phone', id] });
    };
    client.watch(id, stop.signal, note).catch((error: unknown) => {
      if (!stop.signal.aborted) setProblem(String(error));
    });
    return () => stop.abort();
  }, [client, id, queries, begun]);
  const done = (work: Promise<void>): void => {
    work.catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  const input = (what: PhoneInput): void => done(client.input(id, what));
  const startAgain = async (): Promise<void> => {
    await client.reset(id);
    setLog([]);
    setProblem(null);
    setBegun((times) => times + 1);
    await queries.invalidateQueries({ queryKey: ['phone', id] });
  };
  const wrong = problem ?? phone.error?.message ?? screen.error?.message ?? null;
  return (
    <>
      <main className={classes['hand']}>
        <div id="said" role="status" className={classes['said']}>
          {wrong ?? (phone.data === undefined ? '' : stateOf(phone.data, texts))}
        </div>
        <PhoneScreen picture={screen.data ?? null} description={texts.screen} onInput={input} />
        <form
          className={classes['typing']}
          onSubmit={(event) => {
            event.preventDefault();
            input({ type: 'text', text });
            setText('');
          }}
        >
          <TextInput
            aria-label={texts.typing}
            placeholder={texts.typingHint}
            autoComplete="off"
            className={classes['text']}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {texts.type}
          </Button>
        </form>
        <Group gap="xs">
          {(['back', 'home', 'enter'] as const).map((key) => (
            <Button key={key} variant="default" onClick={() => input({ type: 'key', code: KEYS[key] })}>
              {texts[key]}
            </Button>
          ))}
          <Button onClick={() => done(startAgain())}>{texts.again}</Button>
        </Group>
        <code className={classes['how']}>
          {phone.data !== undefined &&
            [...Object.entries(phone.data.env).map(([name, value]) => `${name}=${value}`), 'adb shell'].join(
              ' ',
            )}
        </code>
      </main>
      <section aria-label={texts.log} className={classes['log']}>
        <h2>{texts.log}</h2>
        <ol id="log">
          {log.map(({ key, what, words }) => (
            <li key={key} data-kind={what.kind} data-odd={isOdd(what) ? true : undefined}>
              <b>{what.kind.replaceAll('_', ' ')}</b> {words}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

interface Line {
  readonly key: number;
  readonly what: PhoneHappening;
  readonly words: string | null;
}

function stateOf(phone: ServedPhone, texts: (typeof PHONE_TEXTS)['en']): string {
  switch (phone.status) {
    case 'running':
      return texts.running(phone.instruction, phone);
    case 'over':
    case 'limit':
    case 'failed':
      return texts[phone.status](phone);
    default:
      return texts.gone;
  }
}
