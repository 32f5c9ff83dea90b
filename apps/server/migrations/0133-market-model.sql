-- feature: market
-- Which model made the past of a market, so that its candles are split the way they were made (ADR 0052). Of model 1, which
-- is gone, the stored days, hours and minutes remain, and nothing finer.
alter table market_genesis add column model smallint not null default 1 check (model > 0);
