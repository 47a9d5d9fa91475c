import '@mantine/core/styles.css';
import './style/index.css';
import { createRoot } from 'react-dom/client';
import { Application } from './app/application.js';
import { PAGES } from './pages/pages.js';
import { exchangeToken } from './source/exchange-token.js';
import { ServerSource } from './source/server-source.js';

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no place for the application');
await exchangeToken();
createRoot(root).render(<Application source={await ServerSource.open()} pages={PAGES} />);
