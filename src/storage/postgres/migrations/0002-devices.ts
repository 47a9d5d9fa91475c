/** Phones, where each is reached, and who holds it until when by the clock of this database. */
export const DEVICES = `
create table touchstone.devices (
  name text collate "C" primary key,
  server text not null,
  serial text not null,
  model text not null,
  android text not null,
  seen_at timestamptz not null default clock_timestamp(),
  fence bigint not null default 0,
  holder text,
  expires_at timestamptz
);
`;
