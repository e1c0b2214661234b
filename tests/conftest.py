"""Set-up of all tests."""

pytest_plugins = ["tests.rule_plugin"]
