/** Counts the forms of the tables. `bursar_schema` has the one of a database. */
export const schemaVersion = 1;

export type Dialect = "postgres" | "sqlite";

/**
 * The tables of each dialect. Neither schema loads into the other database: SQLite has no collation
 * "C", and PostgreSQL has no `strict`. The row of `bursar_schema` is last, so that it proves that
 * all tables are there. Texts compare by their bytes.
 */
export const schemas: Readonly<Record<Dialect, string>> = {
  postgres: `create table bursar_intents (
  position bigint generated always as identity primary key,
  intent text collate "C" not null unique,
  revision integer not null,
  state text not null,
  entry text not null
);
create index bursar_intents_open on bursar_intents (position)
  where state not in ('done', 'failed');
create table bursar_amounts (
  key text collate "C" not null,
  position integer not null,
  id text not null,
  version integer not null,
  amount text not null,
  expires bigint not null,
  primary key (key, position)
);
create table bursar_frozen (name text collate "C" primary key, reason text not null);
create table bursar_receipts (number bigint primary key, line text not null);
create table bursar_deliveries (
  id text collate "C" primary key,
  claim text not null,
  expires bigint not null
);
create index bursar_deliveries_expires on bursar_deliveries (expires);
create table bursar_schema (dialect text primary key, version integer not null);
insert into bursar_schema values ('postgres', ${schemaVersion});
`,
  sqlite: `create table bursar_intents (
  position integer primary key autoincrement,
  intent text not null unique,
  revision integer not null,
  state text not null,
  entry text not null
) strict;
create index bursar_intents_open on bursar_intents (position)
  where state not in ('done', 'failed');
create table bursar_amounts (
  key text not null,
  position integer not null,
  id text not null,
  version integer not null,
  amount text not null,
  expires integer not null,
  primary key (key, position)
) strict;
create table bursar_frozen (name text primary key not null, reason text not null) strict;
create table bursar_receipts (number integer primary key, line text not null) strict;
create table bursar_deliveries (
  id text primary key not null,
  claim text not null,
  expires integer not null
) strict;
create index bursar_deliveries_expires on bursar_deliveries (expires);
create table bursar_schema (dialect text primary key not null, version integer not null) strict;
insert into bursar_schema values ('sqlite', ${schemaVersion});
`,
};
