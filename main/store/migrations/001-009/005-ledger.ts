import type { Migration } from '../migration'

/**
 * One double-entry ledger for all units. Amounts are integer millionths. Only the trigger writes balances, so they
 * follow from the entries; only `purchased`, the account that tokens come from, may be negative. A hold is the amount
 * reserved for one job; it ends with the job.
 */
export const ledger: Migration = {
  id: 5,
  name: 'ledger',
  sql: `
    CREATE TABLE ledger_transactions (
      transaction_id INTEGER PRIMARY KEY AUTOINCREMENT,
      unit TEXT NOT NULL CHECK (unit IN ('compute_token', 'entropy_credit')),
      kind TEXT NOT NULL CHECK (kind IN ('purchase', 'reserve', 'settle', 'release')),
      reference TEXT,
      key_id TEXT,
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX ledger_by_reference ON ledger_transactions (reference);
    CREATE INDEX ledger_by_key ON ledger_transactions (key_id, transaction_id);
    CREATE TABLE ledger_entries (
      transaction_id INTEGER NOT NULL REFERENCES ledger_transactions (transaction_id),
      account TEXT NOT NULL CHECK (account IN ('available', 'reserved', 'spent', 'purchased')),
      amount INTEGER NOT NULL CHECK (amount <> 0),
      PRIMARY KEY (transaction_id, account)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE ledger_balances (
      unit TEXT NOT NULL,
      account TEXT NOT NULL,
      amount INTEGER NOT NULL CHECK (account = 'purchased' OR amount >= 0),
      PRIMARY KEY (unit, account)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO ledger_balances
      SELECT unit.column1, account.column1, 0
      FROM (VALUES ('compute_token'), ('entropy_credit')) AS unit,
           (VALUES ('available'), ('reserved'), ('spent'), ('purchased')) AS account;
    CREATE TRIGGER ledger_follows AFTER INSERT ON ledger_entries BEGIN
      UPDATE ledger_balances SET amount = amount + NEW.amount
      WHERE account = NEW.account
        AND unit = (SELECT unit FROM ledger_transactions WHERE transaction_id = NEW.transaction_id);
    END;
    CREATE TABLE ledger_holds (
      reference TEXT PRIMARY KEY,
      unit TEXT NOT NULL,
      amount INTEGER NOT NULL CHECK (amount > 0),
      key_id TEXT
    ) STRICT, WITHOUT ROWID;
  `,
}
