import { defineTexts } from '../texts/language.js';

export const PART_TEXTS = defineTexts({ close: 'Close' }, { close: '关闭' });
