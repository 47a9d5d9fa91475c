import '@mantine/core/styles.css';
import './style/index.css';
import { createRoot } from 'react-dom/client';
import { Application } from './app/application.js';
import { StartFailed } from './app/start-failed.js';
import { PAGES } from './pages/pages.js';
import { exchangeToken, hearTokens } from './source/exchange-token.js';
import { ServerSource } from './source/server-source.js';

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no place for the application');
const shown = createRoot(root);
hearTokens();
try {
  await exchangeToken();
  shown.render(<Application source={await ServerSource.open()} pages={PAGES} />);
} catch (error) {
  shown.render(<StartFailed error={error} />);
}
