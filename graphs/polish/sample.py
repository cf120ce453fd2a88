"""Texts to try polishing with, one in each language. Each has problems that rules can find."""

from collections.abc import Mapping

from graphs.contract import Language

EN = """\
Hi all, basically the the checkout page is down for a large number of customers since 9:30 on \
Monday. Due to the fact that the payment export failed, 1,200 orders are still open ,and Ana is \
really worried.
The rollback was approved by the board. Please read https://status.example.com/incident-42 \
before you change `export.batch_size`.

We moved the whole export to the new queue last week after a long discussion with the bank, and \
the team now watches the error rate every morning because nobody wants another weekend like this. \
Mei owns the next steps.
"""
ZH = """\
大家好,其实我们我们对支付系统进行了优化，错误率从2.1%降到了0.4% 。\
由于供应商的原因，安全 审计推迟了大约2周左右。
回滚方案被董事会批准了。\
修改 `export.batch_size` 之前请先看 https://status.example.com/incident-42 。

陈工负责的支付导出任务目前已经完成了大部分工作并且在测试环境里跑了整整三天没有出现任何问题，但是银行的测试账号还没有给我们，\
所以上线时间只能往后推到下个月，具体日期要等银行那边的正式回复才能确定下来。
"""
SAMPLES: Mapping[Language, str] = {"en": EN, "zh": ZH}
