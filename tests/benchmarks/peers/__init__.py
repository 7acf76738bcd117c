"""The comparison with other engines, in one interleaved run: `python -m benchmarks.peers`.

Called in the folder `tests`. `__main__` is the command, `catalogue` what is measured, `games`,
`mjai_games`, `asking`, `keeping` and `starting` how, `worker` the process in which one row is
measured once, `installing` the environments, `running` the rounds, `reporting` the tables.
"""
