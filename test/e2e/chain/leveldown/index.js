// bcoin names leveldown when it loads; in memory it never opens one.
module.exports = class LevelDOWN {};
