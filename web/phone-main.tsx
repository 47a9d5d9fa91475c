import '@mantine/core/styles.css';
import './style/index.css';
import { createRoot } from 'react-dom/client';
import { PhoneClient } from './phone/phone-client.js';
import { PhonesApplication } from './phone/phones-application.js';

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no place for the application');
const token = new URLSearchParams(location.search).get('token');
createRoot(root).render(<PhonesApplication client={new PhoneClient(token)} />);
