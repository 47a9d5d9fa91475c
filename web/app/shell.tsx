import { ActionIcon, AppShell, Button, Group } from '@mantine/core';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { signOut } from '../source/exchange-token.js';
import { ServerSource } from '../source/server-source.js';
import { Refusal } from '../parts/refusal.js';
import { useSource } from '../source/use-source.js';
import { useUser } from '../source/use-user.js';
import { useTexts } from '../texts/language.js';
import { HelpDialog } from './help-dialog.js';
import { LanguageSwitch } from './language-switch.js';
import { usePages } from './pages-context.js';
import { Palette } from './palette.js';
import type { Search } from './search.js';
import { SHELL_TEXTS } from './shell-texts.js';
import { useShortcuts } from './shortcuts.js';
import { ThemeSwitch } from './theme-switch.js';
import classes from './shell.module.css';

/** What stays around every page: the way to the others, the switches, the palette, the help. */
export function Shell(): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const source = useSource();
  const user = useUser();
  const asksToken = source instanceof ServerSource && source.facts.asksToken;
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'palette' | 'help' | null>(null);
  const [stillIn, setStillIn] = useState<Error | null>(null);
  const leave = (): void => void signOut().then(askForToken, setStillIn);
  const main = useRef<HTMLElement>(null);
  const pages = useRef<HTMLElement>(null);
  // The steps of an episode are one page: its buttons keep the focus.
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/step\/\d+$/, '') });
  const links = usePages().flatMap(({ navigation, paths: [to] }) =>
    navigation === null || to === undefined ? [] : [{ name: texts[navigation], to }],
  );
  // Whoever reads by ear hears the new page begin; a page may take the focus itself.
  useEffect(() => {
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true });
    // On a telephone not all pages fit beside each other. The link says only a moment later that its page is open.
    const showCurrent = (): void => {
      const current = pages.current?.querySelector('[aria-current="page"]');
      current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    const frame = requestAnimationFrame(showCurrent);
    // A telephone that is turned.
    addEventListener('resize', showCurrent);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('resize', showCurrent);
    };
  }, [path]);
  useShortcuts([
    { keys: ['?'], label: texts.keyboard, run: () => setDialog('help') },
    { keys: ['p', ':'], label: texts.palette, run: () => setDialog('palette') },
    ...links.map(({ name, to }) => ({
      keys: [],
      label: name,
      run: () => void navigate({ to, search: keptSearch }),
    })),
    ...(asksToken ? [{ keys: [], label: texts.signOut, run: leave }] : []),
  ]);
  useControlK(() => setDialog('palette'));
  return (
    <AppShell header={{ height: 'var(--header)' }} padding="md">
      <AppShell.Header className={classes['header']}>
        <a
          className={classes['skip']}
          href="#main"
          onClick={(event) => {
            // The address names the page that is open, so this link may not change it.
            event.preventDefault();
            main.current?.focus();
          }}
        >
          {texts.skip}
        </a>
        <Link to="/" className={classes['brand']}>
          Touchstone
        </Link>
        <nav ref={pages} aria-label={texts.pages} className={classes['pages']}>
          {links.map(({ name, to }) => (
            <Link
              key={to}
              to={to}
              search={keptSearch}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className={classes['page']}
            >
              {name}
            </Link>
          ))}
        </nav>
        <Group gap="xs" wrap="nowrap">
          {source instanceof ServerSource && source.facts.isReadOnly && (
            <span className={classes['readOnly']}>{texts.readOnly}</span>
          )}
          {user !== null && (
            <span className={classes['user']} title={texts.roles[user.role]}>
              {user.team === null ? user.name : `${user.name} · ${user.team}`}
            </span>
          )}
          {asksToken && (
            <Button size="compact-sm" variant="default" className={classes['signOut']} onClick={leave}>
              {texts.signOut}
            </Button>
          )}
          <ActionIcon variant="default" aria-label={texts.palette} onClick={() => setDialog('palette')}>
            ⌘
          </ActionIcon>
          <ActionIcon
            variant="default"
            className={classes['help']}
            aria-label={texts.keyboard}
            onClick={() => setDialog('help')}
          >
            ?
          </ActionIcon>
          <LanguageSwitch />
          <ThemeSwitch />
        </Group>
      </AppShell.Header>
      <AppShell.Main id="main" ref={main} tabIndex={-1}>
        <Refusal error={stillIn} onClose={() => setStillIn(null)} />
        <Outlet />
      </AppShell.Main>
      <Palette isOpen={dialog === 'palette'} onClose={() => setDialog(null)} />
      <HelpDialog isOpen={dialog === 'help'} onClose={() => setDialog(null)} />
    </AppShell>
  );
}

/** Loads the page as whoever comes next finds it: it asks for a token, and shows nothing of what was looked at. */
function askForToken(): void {
  history.replaceState(null, '', location.pathname);
  location.reload();
}

/** From page to page only the runs that were chosen go along. */
function keptSearch({ runs }: Search): Search {
  return { runs };
}

/** The key that opens palettes everywhere. */
function useControlK(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}
