// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Token} from "./Market.sol";

/// Keeps one percent of every transfer.
contract FeeToken is Token {
    constructor(uint8 places) Token(places) {}

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = value / 100;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        balanceOf[address(this)] += fee;
        emit Transfer(from, to, value - fee);
        emit Transfer(from, address(this), fee);
    }
}

/// The native coin as a token. Like the usual contract, it names its events itself.
contract Wrapped is Token {
    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    constructor() Token(18) {}

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        balanceOf[msg.sender] -= value;
        emit Withdrawal(msg.sender, value);
        (bool paid,) = msg.sender.call{value: value}("");
        require(paid);
    }
}

/// Calls another contract in every transfer, as its deployer says.
contract HookToken is Token {
    address target;
    bytes data;

    constructor() Token(18) {}

    function setHook(address newTarget, bytes calldata newData) external {
        (target, data) = (newTarget, newData);
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        if (target == address(0)) return;
        (bool isDone,) = target.call(data);
        require(isDone);
    }
}

/// Hides an approval: the function that reads it fails as soon as there is one.
contract BlindToken {
    event Approval(address indexed owner, address indexed spender, uint256 value);

    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) hidden;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function allowance(address owner, address spender) external view returns (uint256) {
        require(hidden[owner][spender] == 0);
        return 0;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        hidden[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }
}
