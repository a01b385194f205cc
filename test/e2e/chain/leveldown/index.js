// bcoin requires leveldown when it loads, but the in-memory node never opens a database.
module.exports = class LevelDOWN {};
