-- feature: spot
-- The trades of a day, for what members traded in it. Trades are written in the order of their time, so a block range has few days.
create index spot_trades_by_time on spot_trades using brin (created_at) with (autosummarize = on);
