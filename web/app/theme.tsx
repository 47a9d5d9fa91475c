import { createTheme } from '@mantine/core';

/** One look for everything: the viewer, the report file and the page of a phone. */
export const THEME = createTheme({
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  primaryColor: 'indigo',
  defaultRadius: 'sm',
  autoContrast: true,
});
