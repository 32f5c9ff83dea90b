-- feature: kernel
-- A role is a row: a set of named permissions. The first ones have the rights that the roles had before (ADR 108).

create table operator_roles (
  id bigint generated always as identity primary key,
  -- What accounts hold: never another role's, also after its end.
  key text not null unique check (key ~ '^[a-z][a-z-]{1,23}$'),
  name text not null check (name <> ''),
  permissions text[] not null check (cardinality(permissions) > 0),
  version int not null default 1 check (version > 0),
  ended_at timestamptz
);

grant select on operator_roles to tern_app;

insert into operator_roles (key, name, permissions)
select f.key, f.name, f.permissions
from (values
  (1, 'reviewer', 'Reviewer', array[
    'customers.read', 'customers.files', 'customers.propose', 'notes.write', 'notes.review', 'reviews.read', 'transfers.read',
    'transfers.handle', 'offer.read', 'markets.halt', 'markets.propose', 'terms.propose', 'products.propose', 'books.read',
    'books.sign', 'treasury.propose', 'operations.read', 'operators.read', 'ownAccounts.name', 'customers.stop',
    'customers.verify', 'inbox.answer', 'reviews.first'
  ]),
  (2, 'approver', 'Approver', array[
    'customers.read', 'customers.files', 'customers.propose', 'notes.write', 'notes.review', 'reviews.read', 'transfers.read',
    'transfers.handle', 'offer.read', 'markets.halt', 'markets.propose', 'terms.propose', 'products.propose', 'books.read',
    'books.sign', 'treasury.propose', 'operations.read', 'operators.read', 'ownAccounts.name', 'notes.compliance',
    'reviews.second', 'payments.send', 'content.read', 'books.export', 'operations.stop', 'operators.propose'
  ]),
  (3, 'support', 'Support', array[
    'customers.read', 'customers.stop', 'notes.write', 'inbox.answer', 'outbox.read', 'outbox.send', 'ownAccounts.name'
  ]),
  (4, 'content', 'Content', array[
    'content.read', 'content.write', 'ownAccounts.name'
  ]),
  (5, 'auditor', 'Auditor', array[
    'customers.read', 'customers.files', 'notes.review', 'notes.compliance', 'outbox.read', 'reviews.read', 'transfers.read',
    'screening.read', 'offer.read', 'content.read', 'books.read', 'books.export', 'operations.read', 'audit.read',
    'operators.read'
  ]),
  (6, 'compliance', 'Compliance', array[
    'customers.read', 'notes.write', 'notes.review', 'notes.compliance', 'screening.read', 'screening.decide'
  ])
) as f (place, key, name, permissions) order by f.place;
