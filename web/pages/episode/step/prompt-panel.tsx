import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SentPrompt } from '../../../../src/report/view/served/sent-prompt.js';
import { useSource } from '../../../source/use-source.js';
import { useTexts } from '../../../texts/language.js';
import { EPISODE_TEXTS } from '../episode-texts.js';
import classes from '../episode.module.css';

/** Pixels across that a picture of a prompt is asked for. */
const THUMBNAIL = 160;
/** Characters of one text that are shown: a page of megabytes helps nobody. */
const MOST_CHARACTERS = 100_000;

/** What a model was asked, fetched when somebody looks: its messages in order, the system's folded. */
export function PromptPanel({ address }: { readonly address: string | null }): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const source = useSource();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: ['request', address],
    queryFn: async () => (await source.ask((address ?? '').replace(/^api\//, ''))) as SentPrompt,
    enabled: isOpen && address !== null,
    // Its hash is its name.
    staleTime: Infinity,
  });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.prompt}</summary>
      {address === null && <p className={classes['muted']}>{texts.noPrompt}</p>}
      {address !== null && query.data === undefined && (
        <p className={classes['muted']}>{query.error === null ? texts.loading : query.error.message}</p>
      )}
      {query.data !== undefined && <Messages prompt={query.data} />}
    </details>
  );
}

function Messages({ prompt: { messages, settings } }: { readonly prompt: SentPrompt }): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  return (
    <>
      <ol className={classes['prompt']}>
        {messages.map((message, number) => (
          <li key={number} data-role={message.role}>
            {message.role === 'system' ? (
              <details>
                <summary>{texts.promptRoles.system}</summary>
                <Parts message={message} />
              </details>
            ) : (
              <>
                <strong>{texts.promptRoles[message.role]}</strong>
                <Parts message={message} />
              </>
            )}
          </li>
        ))}
      </ol>
      {settings.length > 0 && (
        <dl className={classes['facts']} aria-label={texts.promptSettings}>
          {settings.map(([name, value]) => [
            <dt key={`${name} name`}>
              <code>{name}</code>
            </dt>,
            <dd key={name}>
              <code>{value}</code>
            </dd>,
          ])}
        </dl>
      )}
    </>
  );
}

function Parts({ message }: { readonly message: SentPrompt['messages'][number] }): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const source = useSource();
  return message.parts.map((part, number) => {
    if (part.type === 'text') {
      const more = part.text.length - MOST_CHARACTERS;
      return (
        <pre key={number} tabIndex={0}>
          {more > 0 ? `${part.text.slice(0, MOST_CHARACTERS)} … [+${more}]` : part.text}
        </pre>
      );
    }
    if (part.picture === null) {
      return (
        <p key={number} className={classes['muted']} title={part.hash}>
          {texts.promptPictureMade}
        </p>
      );
    }
    return (
      <a key={number} href={part.picture} target="_blank" rel="noopener">
        <img
          className={classes['promptPicture']}
          src={source.picture(part.picture, THUMBNAIL)}
          alt={texts.promptPicture}
          loading="lazy"
        />
      </a>
    );
  });
}
